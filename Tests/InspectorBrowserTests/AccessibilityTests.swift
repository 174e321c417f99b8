import Testing

@Suite(
  "Labels, contrast and focus of the inspector", .serialized, .enabled(if: Browser.isWanted, "\(Browser.isMissing)"))
struct AccessibilityTests {
  @Test("the tab of the open view stays in sight when the window becomes narrow")
  func narrowed() throws {
    let page = try InspectorPage(of: try Workshop.app())
    try page.open("session")
    try page.browser.resize(width: 360, height: 500)
    try page.browser.wait(
      until: "innerWidth === 360 && document.querySelector('#tab-session').getBoundingClientRect().right <= 360")
  }

  private static let views = ["action", "state", "past", "effects", "screen", "sync", "costs", "graph", "session"]

  @Test(
    "every control has a name, every text enough contrast, and nothing leaves a narrow window",
    arguments: [false, true])
  func views(isDark: Bool) throws {
    let app = try Workshop.app()
    let page = try InspectorPage(of: app)
    try page.browser.setDark(isDark)
    for line in [
      "bench.wait()", "bench.fill()", "bench.put{ text = 1 }", "notes.mutate{ put = { id = 'a', title = 'A' } }",
      ":prof on", ":undo", "bench.fill()",
    ] {
      try page.prompt(line)
    }
    try page.choose("#1")
    for width in [1280, 360] {
      try page.browser.resize(width: width, height: 720)
      for view in Self.views + (width == 360 ? ["actions"] : []) {
        try page.open(view)
        try page.browser.wait(until: "document.querySelector('main').innerText.length > 20")
        let problems = try page.browser.run(Self.audit).strings
        #expect(problems == [], "\(view), \(width) px, \(isDark ? "dark" : "light")")
      }
    }
  }

  @Test("Tab reaches every control in the order of the page, and the focus is visible")
  func focus() throws {
    let app = try InspectedApp(example: "shop")
    let page = try InspectorPage(of: app)
    // Not by a click, from which Tab would go on.
    try page.browser.run("document.querySelector('view-tabs').open('screen')")
    try page.browser.wait(until: "document.querySelector('screen-view .act')")
    var places: [String] = []
    var isVisible = true
    for _ in 0..<60 {
      try page.browser.press("\u{E004}")
      let place = try page.browser.run(Self.focused)
      isVisible = isVisible && place["isVisible"].isTrue
      if place["name"].string.isEmpty || places.first == place["name"].string { break }
      places.append(place["name"].string)
    }
    #expect(isVisible, "\(places)")
    let expected = [
      "Skip to the prompt", "Filter actions by text", "Filter by feature", "Filter by origin", "Screen", "search",
      "Difference engine1985 €", "Prompt: a command or Lua",
    ]
    var rest = places[...]
    for name in expected {
      guard let index = rest.firstIndex(of: name) else {
        Issue.record("\(name) is not reached in this order: \(places)")
        break
      }
      rest = rest[(index + 1)...]
    }
  }

  @Test("the keyboard moves through actions and unfolds the state")
  func keyboard() throws {
    let app = try InspectedApp(example: "shop")
    let page = try InspectorPage(of: app)
    for text in ["a", "b", "c"] { try page.prompt("catalog.search{ query = '\(text)' }") }
    try page.action("catalog/search")
    try page.browser.run("document.querySelector('#actions').focus()")
    // Home, down.
    try page.browser.press("\u{E011}\u{E015}")
    try page.waitForText("#2 catalog/search", in: "action-view h2")
    try page.open("state")
    try page.browser.run("document.querySelector('state-view [role=treeitem]').focus()")
    // To the end and back to the begin, then fold the first branch.
    try page.browser.press("\u{E010}\u{E011}\u{E012}")
    try page.browser.wait(
      until: "document.querySelector('state-view [role=treeitem]').getAttribute('aria-expanded') === 'false'")
    try page.browser.press("\u{E014}")
    try page.browser.wait(
      until: "document.querySelector('state-view [role=treeitem]').getAttribute('aria-expanded') === 'true'")
  }

  /// What has the focus: its name, and whether it has a visible outline.
  private static let focused = """
    const element = document.activeElement;
    if (!element || element === document.body) return { name: '', isVisible: true };
    const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.querySelector('.label')?.textContent ?? element.textContent;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isDrawn = style.outlineStyle !== 'none' || (element instanceof SVGElement);
    return { name: label, isVisible: isDrawn && box.width > 0 && box.left >= 0 && box.right <= innerWidth + 1 };
    """

  static let audit = """
    const problems = [];
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const describe = (element) => `${element.tagName.toLowerCase()}.${element.className.baseVal ?? element.className} ${element.textContent.trim().slice(0, 40)}`;
    for (const element of document.querySelectorAll('button, input, select, textarea, a[href], [role=button], [role=tab], [role=grid], [role=tree], [role=tabpanel], meter, progress')) {
      if (!isShown(element)) continue;
      const by = element.getAttribute('aria-labelledby');
      const name = element.getAttribute('aria-label') || (by && document.getElementById(by)?.textContent)
        || [...(element.labels ?? [])].map((label) => label.textContent).join('') || (element.matches('input, select, meter, progress') ? '' : element.textContent);
      if (!name?.trim()) problems.push(`no name: ${describe(element)} ${element.outerHTML.slice(0, 80)}`);
    }
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`two elements have the id ${id}`);
    for (const element of document.querySelectorAll('[aria-controls], [aria-activedescendant]')) {
      for (const name of ['aria-controls', 'aria-activedescendant']) {
        const id = element.getAttribute(name);
        if (id && !document.getElementById(id)) problems.push(`${name} names nothing: ${id}`);
      }
    }
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const parse = (color) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const luminance = ([r, g, b]) => {
      const part = (c) => { const s = c / 255; return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4; };
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    const background = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const color = parse(getComputedStyle(at).backgroundColor);
        if (color[3] > 0.99) return color;
      }
      return [255, 255, 255, 1];
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.textContent.trim() || !isShown(element) || element.closest(':disabled, svg, option, script')) continue;
      const [light, dark] = [luminance(parse(getComputedStyle(element).color)), luminance(background(element))].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (ratio < 4.5) problems.push(`contrast ${ratio.toFixed(2)}: ${describe(element)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) problems.push(`wider than the window: ${document.documentElement.scrollWidth}`);
    return [...new Set(problems)];
    """
}
