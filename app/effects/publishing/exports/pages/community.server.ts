/**
 * GET /api/exports/community?community={slug}: the whole community as a zip of JSON files, for its owner
 * (docs/product/publishing.md), with the ballot file of each vote. Rows are read in pages and compressed as the client
 * reads, so that a large community costs time, not memory.
 */
import { Effect, Option, Stream } from "effect"
import { strToU8, Zip, ZipDeflate } from "fflate"
import type { Community } from "~/effects/access/Community"
import { requireAllowed } from "~/effects/access/must"
import type { Parts } from "~/effects/base/jobs/inParts"
import { atReadersPace } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { ballotFileText, openedVote } from "~/effects/governance/votes/pages/ballotFile.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { camel, type ExportedRow, ExportedRows } from "../ExportedRows.server"
import type { ExportedTable } from "../table"
import { moneyTables } from "../tables/money"
import { peopleTables } from "../tables/people"

/** All files of the archive, in order. */
export const exportedTables: ReadonlyArray<ExportedTable> = [...peopleTables, ...moneyTables]

interface File {
  readonly name: string
  /** Parts of the file's text, in order. */
  readonly text: Stream.Stream<string>
}

/** Parses JSON columns that are stored as text. */
const opened = (row: ExportedRow, { json = [] }: ExportedTable): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" && json.some((column) => camel(column) === name) ? JSON.parse(value) : value
    ])
  )

const tableFile = (rows: Parts<ExportedRow>, table: ExportedTable): File => ({
  name: table.name,
  text: Stream.make(`{"schema":"${table.name}/1","rows":[\n`).pipe(
    Stream.concat(
      rows.pipe(
        Stream.filter((some) => some.length > 0),
        Stream.map((some) => some.map((row) => JSON.stringify(opened(row, table))).join(",\n")),
        Stream.intersperse(",\n")
      )
    ),
    Stream.concat(Stream.make("\n]}\n"))
  )
})

/** Whether a field of the community is exported. Complete, so that a new field is exported by decision only. */
const exported: Readonly<Record<keyof Community, boolean>> = {
  id: true,
  slug: true,
  name: true,
  tagline: true,
  description: true,
  logo: true,
  cover: true,
  tags: true,
  visibility: true,
  joinPolicy: true,
  joinToken: true,
  rules: true,
  links: true,
  template: true,
  ownerAddress: true,
  adminAccount: true,
  treasuryAccount: true,
  lockerAddress: true,
  ownerBadge: true,
  tokenResource: true,
  tokenSymbol: true,
  governance: true,
  governanceVersion: true,
  memberCount: true,
  openProposals: true,
  openSales: true,
  threadCount: true,
  stage: true,
  verifiedAt: true,
  activeAt: true,
  version: true,
  createdAt: true,
  updatedAt: true
}

const communityFile = (community: Community): File => {
  const leaves = new Map(Object.entries(exported))
  const fields = Object.fromEntries(Object.entries(community).filter(([name]) => leaves.get(name)))
  return {
    name: "community",
    text: Stream.make(`${JSON.stringify({ schema: "community-export/1", community: fields }, null, 2)}\n`)
  }
}

/** A ballot file for each vote that has opened, `ballots/{number}.json`, as any visitor may download it. */
const ballotFiles = (community: Community, numbers: Stream.Stream<number>) =>
  Stream.filterMapEffect(numbers, (number) =>
    Option.some(
      Effect.gen(function* () {
        const repo = yield* ProposalsRepo
        const vote = openedVote(yield* repo.findOrFail(community.id, number, null))
        if (vote === null) return Option.none<File>()
        return Option.some<File>({ name: `ballots/${number}`, text: yield* ballotFileText(vote) })
      }).pipe(
        Effect.catchTags({
          NotThere: () => Effect.succeed(Option.none<File>()),
          // An unreadable vote does not fail the export; its file says so, so that nobody takes the export for
          // complete.
          VoteUnreadable: ({ code, message }) =>
            Effect.succeed(
              Option.some<File>({
                name: `ballots/${number}`,
                text: Stream.make(`${JSON.stringify({ code, message })}\n`)
              })
            )
        })
      )
    )
  ).pipe(Stream.filterMap((file) => file))

/** Packs the files one after the other and emits compressed bytes as soon as they are ready. */
const zipped = <R>(files: Stream.Stream<File, never, R>): Stream.Stream<Uint8Array, never, R> =>
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
        const body = Stream.flatMap(text, (chunk) => {
          file.push(strToU8(chunk))
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
  const rows = yield* ExportedRows
  const communities = yield* Communities
  const slug = new URL(request.url).searchParams.get("community") ?? ""
  const account = Option.getOrNull(yield* currentAccount)
  const here = yield* insideOf(yield* communities.bySlug(slug, account))
  yield* requireAllowed(here, "exportAll")
  const { community } = here
  const tables = exportedTables.map((table) => tableFile(rows.of(community.id, table), table))
  const files = Stream.concat(
    Stream.fromIterable([communityFile(community), ...tables]),
    ballotFiles(community, rows.proposals(community.id))
  )
  const body = yield* Stream.toReadableStreamEffect(yield* atReadersPace(zipped(files)))
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${community.slug}.zip"`
    }
  })
})
