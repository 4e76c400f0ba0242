/**
 * GET /api/exports/community?community={slug}: everything of a community as a zip of JSON files, for its owner
 * (docs/product/publishing.md, 3.8.1), with the ballot file of each vote. Read by key and packed piece by piece, at the
 * reader's pace, so a large one costs time, not memory.
 */
import { SqlClient } from "@effect/sql"
import { Chunk, Effect, Option, Stream } from "effect"
import { strToU8, Zip, ZipDeflate } from "fflate"
import type { Community } from "~/effects/access/Community"
import { mustBeAllowed } from "~/effects/access/must"
import { atReadersPace } from "~/effects/base/remix/pace.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import type { Settings } from "~/effects/base/settings/Settings.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import type { BallotsRepo } from "~/effects/governance/votes/BallotsRepo.server"
import { ballotFileText, openedVote } from "~/effects/governance/votes/pages/ballotFile.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { type ExportedTable, exportedTables } from "../tables"

const PAGE = 500

type Row = Readonly<Record<string, unknown>>
interface File {
  readonly name: string
  /** Pieces of its text, in order. */
  readonly text: Stream.Stream<string>
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** JSON kept as text becomes JSON. */
const opened = (row: Row, { json = [] }: ExportedTable): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" && json.some((column) => camel(column) === name) ? JSON.parse(value) : value
    ])
  )

const tableFile = (sql: SqlClient.SqlClient, communityId: string, table: ExportedTable): File => {
  const { columns, from, key, name, start, where } = table
  const page = (after: unknown) => sql<Row>`
    SELECT ${sql.literal(columns.join(", "))} FROM ${sql(from)}
    WHERE ${sql.and([
      sql`community_id = ${communityId}`,
      sql`${sql(key)} > ${after as string | number}`, // a value of the key's own column
      ...(where === undefined ? [] : [sql.literal(where)])
    ])}
    ORDER BY ${sql(key)} LIMIT ${PAGE}`
  const rows = Stream.paginateChunkEffect(start as unknown, (after) =>
    Effect.map(Effect.orDie(page(after)), (found) => [
      Chunk.fromIterable(found),
      found.length < PAGE ? Option.none() : Option.some(found.at(-1)?.[camel(key)])
    ])
  )
  return {
    name,
    text: Stream.make(`{"schema":"${name}/1","rows":[\n`).pipe(
      Stream.concat(
        rows.pipe(
          Stream.map((row) => JSON.stringify(opened(row, table))),
          Stream.intersperse(",\n")
        )
      ),
      Stream.concat(Stream.make("\n]}\n"))
    )
  }
}

const communityFile = (community: Community): File => ({
  name: "community",
  text: Stream.make(`${JSON.stringify({ schema: "community-export/1", community }, null, 2)}\n`)
})

/** A ballot file for each vote that was opened: `ballots/{number}.json`, as anybody may download it. */
const ballotFiles = Effect.fn("ballotFiles")(function* (community: Community) {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* ProposalsRepo
  const context = yield* Effect.context<BallotsRepo | Settings>()
  const numbers = (after: number) =>
    Effect.orDie(sql<{ readonly number: number }>`
      SELECT number FROM proposals WHERE community_id = ${community.id} AND number > ${after} ORDER BY number LIMIT ${PAGE}`)
  const fileOf = (number: number) =>
    Effect.gen(function* () {
      const row = yield* repo.findByNumber(community.id, number, null)
      const vote = Option.isNone(row) ? null : openedVote(row.value)
      if (vote === null) return Option.none<File>()
      return Option.some<File>({ name: `ballots/${number}`, text: yield* ballotFileText(vote) })
    }).pipe(Effect.provide(context))
  return Stream.paginateChunkEffect(0, (after) =>
    Effect.map(numbers(after), (found) => [
      Chunk.fromIterable(found),
      found.length < PAGE ? Option.none() : Option.fromNullable(found.at(-1)?.number)
    ])
  ).pipe(
    Stream.mapEffect(({ number }) => fileOf(Number(number))),
    Stream.filterMap((file) => file)
  )
})

/** Packs files one after the other; what the packer has ready goes out at once. */
const zipped = (files: Stream.Stream<File>): Stream.Stream<Uint8Array> =>
  Stream.suspend(() => {
    let ready: Array<Uint8Array> = []
    let failure: Error | null = null
    const zip = new Zip((error, bytes) => {
      failure ??= error
      ready.push(bytes)
    })
    const take = () => {
      if (failure !== null) throw failure
      const taken = ready
      ready = []
      return Stream.fromIterable(taken)
    }
    const packed = ({ name, text }: File) =>
      Stream.suspend(() => {
        const file = new ZipDeflate(`${name}.json`)
        zip.add(file)
        const body = Stream.flatMap(text, (piece) => {
          file.push(strToU8(piece))
          return take()
        })
        return Stream.concat(
          body,
          Stream.suspend(() => {
            file.push(new Uint8Array(0), true)
            return take()
          })
        )
      })
    return Stream.concat(
      Stream.flatMap(files, packed),
      Stream.suspend(() => {
        zip.end()
        return take()
      })
    )
  })

export const communityExport = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const sql = yield* SqlClient.SqlClient
  const communities = yield* Communities
  const slug = new URL(request.url).searchParams.get("community") ?? ""
  const account = Option.getOrNull(yield* currentAccount)
  const here = yield* insideOf(yield* communities.bySlug(slug, account))
  yield* mustBeAllowed(here, "exportAll")
  const { community } = here
  const tables = exportedTables.map((table) => tableFile(sql, community.id, table))
  const files = Stream.concat(Stream.fromIterable([communityFile(community), ...tables]), yield* ballotFiles(community))
  const body = yield* Stream.toReadableStreamEffect(yield* atReadersPace(zipped(files)))
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${community.slug}.zip"`
    }
  })
})
