-- The store on PostgreSQL: streams, seeds, and the two functions that append to them.
-- `praetor migrate` runs the whole file in one transaction; it is safe to run again.

CREATE TABLE IF NOT EXISTS public.schema_version (schema integer NOT NULL);

-- ids are compared byte by byte, so that a list has the same order in every store
CREATE TABLE IF NOT EXISTS public.match_events (
    originator_id text COLLATE "C" NOT NULL,
    originator_version bigint NOT NULL,
    topic text NOT NULL,
    state bytea NOT NULL,
    notification_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    PRIMARY KEY (originator_id, originator_version)
);

CREATE TABLE IF NOT EXISTS public.seeds (
    match_id text COLLATE "C" PRIMARY KEY,
    seed bytea NOT NULL CHECK (octet_length(seed) = 32)
);

-- Nothing stands in them: who locks one has the turn to append, or to change rows beside the streams. An advisory lock
-- would do, but for who may log in to read the views of analysts: everybody takes those, and keeps them.
CREATE TABLE IF NOT EXISTS public.append_turn ();
CREATE TABLE IF NOT EXISTS public.rows_turn ();

-- Whoever may log in could fill the disk with tables of their own, and put names before those of others. Who may take
-- it away is the owner of the database, or of the schema; elsewhere it stays as it was given.
DO $$ BEGIN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
DO $$ BEGIN
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;

-- Stores what is not taken yet; gives the position, stream and version of each event that it stored.
CREATE OR REPLACE FUNCTION public.match_events_append_many(
    streams text[], versions bigint[], topics text[], states bytea[]
) RETURNS TABLE (id bigint, stream text, version bigint) LANGUAGE plpgsql AS $$
BEGIN
    -- One appends at a time, so positions are given in the order of the commits and a reader who follows them
    -- passes over nothing. Not a lock of the events themselves, for which every append would wait behind each VACUUM and
    -- ANALYZE.
    LOCK TABLE public.append_turn IN EXCLUSIVE MODE;
    NOTIFY match_events;
    RETURN QUERY
        INSERT INTO public.match_events AS stored (originator_id, originator_version, topic, state)
        SELECT * FROM unnest(streams, versions, topics, states)
        ON CONFLICT DO NOTHING
        RETURNING stored.notification_id, stored.originator_id, stored.originator_version;
END $$;

-- Stores all events and seeds, or nothing; gives the events' positions in their order.
CREATE OR REPLACE FUNCTION public.match_events_append_together(
    streams text[], versions bigint[], topics text[], states bytea[], match_ids text[], secrets bytea[]
) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
    last bigint;
    id bigint;
BEGIN
    LOCK TABLE public.append_turn IN EXCLUSIVE MODE;
    NOTIFY match_events;
    INSERT INTO public.seeds (match_id, seed) SELECT * FROM unnest(match_ids, secrets);
    FOR place IN 1 .. cardinality(streams) LOOP
        SELECT COALESCE(MAX(originator_version), 0) INTO last
        FROM public.match_events WHERE originator_id = streams[place];
        IF versions[place] <> last + 1 THEN
            RAISE EXCEPTION '%: version % after %', streams[place], versions[place], last
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        INSERT INTO public.match_events (originator_id, originator_version, topic, state)
        VALUES (streams[place], versions[place], topics[place], states[place])
        RETURNING notification_id INTO id;
        RETURN NEXT id;
    END LOOP;
END $$;
