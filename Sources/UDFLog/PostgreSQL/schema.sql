-- The tables of a log, and the function that appends. LOG is replaced by the schema of the log.
CREATE SCHEMA LOG;

CREATE TABLE LOG.head (
  format text NOT NULL, epoch text NOT NULL, position bigint NOT NULL, link text NOT NULL, base bigint NOT NULL,
  base_link text NOT NULL
);

CREATE TABLE LOG.entry (
  position bigint PRIMARY KEY, host text NOT NULL, number bigint NOT NULL, cause_host text, cause_number bigint,
  stamp bytea NOT NULL, body bytea NOT NULL, previous text NOT NULL, link text NOT NULL
);

CREATE TABLE LOG.host (name text PRIMARY KEY, number bigint NOT NULL, position bigint NOT NULL);

CREATE TABLE LOG.snapshot (
  position bigint NOT NULL, reducers text NOT NULL, link text NOT NULL, body bytea NOT NULL,
  PRIMARY KEY (position, reducers)
);

-- Appends a batch. The lock of the head's row makes the order in which batches commit the order of their positions, so that a
-- reader never sees an entry before those below it. Returns what became of the batch, and what belongs to it.
CREATE FUNCTION LOG.append(
  wanted_epoch text, host text, first bigint, expected bigint, cause_hosts text[], cause_numbers bigint[],
  stamps bytea[], bodies bytea[], digests text[]
) RETURNS TABLE (outcome text, detail text) LANGUAGE plpgsql AS $$
DECLARE
  h LOG.head;
  known record;
  present bigint;
  before text;
BEGIN
  SELECT * INTO h FROM LOG.head FOR UPDATE;
  IF wanted_epoch IS NOT NULL AND wanted_epoch <> h.epoch THEN
    RETURN QUERY SELECT 'epoch', h.epoch;
    RETURN;
  END IF;
  SELECT t.number, t.position INTO known FROM LOG.host t WHERE t.name = host;
  present := coalesce(known.number, 0) - first + 1;
  IF present < 0 THEN
    RETURN QUERY SELECT 'gap', coalesce(known.number, 0)::text;
  ELSIF present >= cardinality(bodies) THEN
    RETURN QUERY SELECT 'committed', known.position::text;
  ELSIF expected IS NOT NULL AND expected <> h.position THEN
    RETURN QUERY SELECT 'rejected', h.position::text;
  ELSE
    FOR i IN present + 1 .. cardinality(bodies) LOOP
      before := h.link;
      h.position := h.position + 1;
      h.link := left(md5(before || digests[i]), 16);
      INSERT INTO LOG.entry VALUES (
        h.position, host, first + i - 1, cause_hosts[i], cause_numbers[i], stamps[i], bodies[i], before, h.link);
    END LOOP;
    UPDATE LOG.head SET position = h.position, link = h.link;
    INSERT INTO LOG.host AS t VALUES (host, first + cardinality(bodies) - 1, h.position)
      ON CONFLICT (name) DO UPDATE SET number = excluded.number, position = excluded.position;
    RETURN QUERY SELECT 'committed', h.position::text;
  END IF;
END
$$;
