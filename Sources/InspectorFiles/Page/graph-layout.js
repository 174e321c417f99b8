// Places the nodes of the app's graph: a column for each kind, in an order with few crossings.
const columnOf = { flow: 0, scene: 1, action: 2, feature: 3, effect: 4, service: 5 };
export const size = { letter: 7, padding: 16, longest: 26, height: 22, columnGap: 48, rowGap: 6 };

/** Returns the nodes with `x` and `y`, the edges with their ends, and the width and height of all. */
export function layout(nodes, edges) {
  const placed = new Map(nodes.map((node) => [node.id, { ...node, column: columnOf[node.kind] ?? 5, near: [] }]));
  const links = edges.filter((edge) => placed.has(edge.from) && placed.has(edge.to))
    .map((edge) => ({ ...edge, from: placed.get(edge.from), to: placed.get(edge.to) }));
  for (const { from, to } of links) {
    if (from.column === to.column) continue;
    from.near.push(to);
    to.near.push(from);
  }
  const used = [...new Set([...placed.values()].map((node) => node.column))].sort();
  const columns = used.map((column) => [...placed.values()].filter((node) => node.column === column)
    .sort((a, b) => a.name.localeCompare(b.name)));
  for (const column of columns) spread(column);
  // Every pass orders a column by the mean place of the neighbours, to and fro.
  for (let pass = 0; pass < 8; pass += 1) {
    for (const column of pass % 2 ? columns.toReversed() : columns) {
      for (const node of column) node.mean = node.near.length ? node.near.reduce((sum, near) => sum + near.y, 0) / node.near.length : node.y;
      column.sort((a, b) => a.mean - b.mean);
      spread(column);
    }
  }
  const step = size.height + size.rowGap;
  const tallest = Math.max(1, ...columns.map((column) => column.length));
  let x = 0;
  for (const column of columns) {
    const width = Math.min(size.longest, Math.max(...column.map((node) => node.name.length))) * size.letter + size.padding;
    for (const node of column) Object.assign(node, { x, width, y: node.y * tallest * step - size.height / 2 });
    x += width + size.columnGap;
  }
  return { nodes: columns.flat(), links, width: Math.max(1, x - size.columnGap), height: tallest * step };
}

// A column takes the whole height; places are from 0 to 1.
function spread(column) {
  for (const [i, node] of column.entries()) node.y = (i + 0.5) / column.length;
}

/** The path of a link: out of the right side and into the left one, or around when it leads back. */
export function curve({ from, to }) {
  const y1 = from.y + size.height / 2;
  const y2 = to.y + size.height / 2;
  const isForward = to.x > from.x;
  const x1 = isForward ? from.x + from.width : from.x;
  const x2 = isForward ? to.x : to.x + to.width;
  if (from.x === to.x) {
    const out = from.x + from.width;
    return `M${out} ${y1}C${out + 40} ${y1} ${out + 40} ${y2} ${out} ${y2}`;
  }
  const bend = (x2 - x1) / 2;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}
