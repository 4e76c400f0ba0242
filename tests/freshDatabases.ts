/**
 * Migrated databases of the test server, used again and again: emptying one takes a few milliseconds, making one a
 * hundred. Each worker of the run keeps its own.
 */
import { randomBytes } from "node:crypto"
import pg from "pg"

/** The database that others are copies of. Rows its migrations put in stand in the schema `fresh`, too. */
export const MIGRATED = "migrated"

const onDatabase = async <A>(server: string, name: string, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const url = new URL(server)
  if (name !== "") url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** To be run once in the migrated database. */
export const KEEP_FRESH_ROWS = `DO $$
  DECLARE name text;
  DECLARE filled boolean;
  BEGIN
    CREATE SCHEMA fresh;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', name) INTO filled;
      IF filled THEN EXECUTE format('CREATE TABLE fresh.%I AS TABLE public.%I', name, name); END IF;
    END LOOP;
  END $$`

/** Foreign keys and triggers sleep while every table gets the rows it had after the migrations. */
const EMPTY = `DO $$
  DECLARE name text;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('DELETE FROM public.%I', name);
      IF to_regclass(format('fresh.%I', name)) IS NOT NULL THEN
        EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE SELECT * FROM fresh.%I', name, name);
      END IF;
    END LOOP;
    FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
      EXECUTE format('ALTER SEQUENCE public.%I RESTART', name);
    END LOOP;
  END $$`

/** Every column of every table: a test that changed one spoiled its database for others. */
const SHAPE = `SELECT md5(string_agg(concat_ws(' ', attrelid::regclass, attname, atttypid), ',' ORDER BY attrelid, attnum))
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped`

const shapeOf = async (client: pg.Client) => JSON.stringify((await client.query(SHAPE)).rows)

const idle: Array<{ readonly name: string; readonly shape: string }> = []

/** An empty database of this name on `server`, copied from `template`. */
export const createDatabase = (server: string, template: string): Promise<string> =>
  onDatabase(server, "", async (client) => {
    const name = `test_${randomBytes(8).toString("hex")}`
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
    return name
  })

export const dropDatabase = (server: string, name: string): Promise<void> =>
  onDatabase(server, "", async (client) => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  })

export const takeMigrated = async (server: string) => {
  const found = idle.pop()
  if (found !== undefined) return found
  const name = await createDatabase(server, MIGRATED)
  return { name, shape: await onDatabase(server, name, shapeOf) }
}

/** Puts it back as good as new, or drops it where its tables are no longer what they were. */
export const giveBack = async (server: string, { name, shape }: { readonly name: string; readonly shape: string }) => {
  const isWhole = await onDatabase(server, name, async (client) => {
    if ((await shapeOf(client)) !== shape) return false
    await client.query(EMPTY)
    return true
  })
  if (isWhole) idle.push({ name, shape })
  else await dropDatabase(server, name)
}
