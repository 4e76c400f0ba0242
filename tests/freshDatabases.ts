/**
 * Migrated databases of the test server, which are reused: emptying one takes a few milliseconds, creating one a
 * hundred. Each worker of the run has its own, with the connections to it.
 */
import { randomBytes } from "node:crypto"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import pg from "pg"
import { layerPostgres } from "~/effects/base/db/Sql.server"

/** The database that others are copied from. Rows that its migrations insert are in the schema `fresh`, too. */
export const MIGRATED = "migrated"

/**
 * For a free connection: hundreds may want one concurrently, and their wait depends on the machine's speed, not on our
 * promise.
 */
const TIMEOUT = "2 minutes"

/**
 * To be run once in the migrated database. `fresh.empty()` gives every table the rows it had after the migrations, with
 * foreign keys and triggers disabled; `fresh.changes` has a row for each statement that changed the schema.
 */
export const KEEP_FRESH_ROWS = `DO $$
  DECLARE name text;
  DECLARE start bigint;
  DECLARE filled boolean;
  DECLARE steps text := '';
  BEGIN
    CREATE SCHEMA fresh;
    CREATE TABLE fresh.changes (tag text);
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', name) INTO filled;
      steps := steps || format('IF EXISTS (SELECT 1 FROM public.%1$I) THEN DELETE FROM public.%1$I; END IF; ', name);
      IF filled THEN
        EXECUTE format('CREATE TABLE fresh.%I AS TABLE public.%I', name, name);
        steps := steps
          || format('INSERT INTO public.%1$I OVERRIDING SYSTEM VALUE SELECT * FROM fresh.%1$I; ', name);
      END IF;
    END LOOP;
    FOR name, start IN SELECT sequencename, start_value FROM pg_sequences WHERE schemaname = 'public' LOOP
      steps := steps || format('PERFORM setval(%L, %s, false); ', format('public.%I', name), start);
    END LOOP;
    EXECUTE format(
      'CREATE FUNCTION fresh.empty() RETURNS void LANGUAGE plpgsql AS %L',
      'BEGIN SET LOCAL session_replication_role = replica; ' || steps || 'END'
    );
    CREATE FUNCTION fresh.note() RETURNS event_trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO fresh.changes VALUES (tg_tag); END';
    CREATE EVENT TRIGGER changed ON ddl_command_end EXECUTE FUNCTION fresh.note();
  END $$`

const addressOf = (server: string, name: string) => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

const connectTo = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  // The server may end before this process does; the client is not used then.
  client.on("error", () => undefined)
  await client.connect()
  return client
}

let maintenance: Promise<pg.Client> | undefined
const onServer = async (server: string, text: string) => {
  maintenance ??= connectTo(server)
  await (await maintenance).query(text)
}

/** An empty database on `server`, copied from `template`; its name. */
export const createDatabase = async (server: string, template: string): Promise<string> => {
  const name = `test_${randomBytes(8).toString("hex")}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return name
}

export const dropDatabase = (server: string, name: string): Promise<void> =>
  onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)

/** The database of this name, through a pool as the product's own. */
export const connect = (server: string, name: string) => layerPostgres(Redacted.make(addressOf(server, name)), TIMEOUT)

interface IdleDatabase {
  readonly name: string
  /** For maintenance; the tests' statements use `pool`. */
  readonly client: pg.Client
  readonly pool: Context.Context<SqlClient.SqlClient>
  readonly scope: Scope.CloseableScope
}

const idle: Array<IdleDatabase> = []

const makeMigrated = (server: string) =>
  Effect.gen(function* () {
    const name = yield* Effect.promise(() => createDatabase(server, MIGRATED))
    const client = yield* Effect.promise(() => connectTo(addressOf(server, name)))
    const scope = yield* Scope.make()
    const pool = yield* Layer.buildWithScope(connect(server, name), scope)
    return { client, name, pool, scope }
  })

/** Empty except for rows of its migrations, and reserved until it is returned. */
export const takeMigrated = (server: string) =>
  Effect.suspend(() => {
    const found = idle.pop()
    return found === undefined ? makeMigrated(server) : Effect.succeed(found)
  })

/** Resets and returns it, or deletes it if its schema has changed. */
export const giveBack = (server: string, database: IdleDatabase) =>
  Effect.promise(async () => {
    const { rows } = await database.client.query("SELECT 1 FROM fresh.changes LIMIT 1")
    if (rows.length > 0) return false
    await database.client.query("SELECT fresh.empty()")
    idle.push(database)
    return true
  }).pipe(Effect.flatMap((isWhole) => (isWhole ? Effect.void : drop(server, database))))

const drop = (server: string, { client, name, scope }: IdleDatabase) =>
  Effect.zipRight(
    Scope.close(scope, Exit.void),
    Effect.promise(async () => {
      await client.end()
      await dropDatabase(server, name)
    })
  )
