/**
 * Describes a subintent in words: what it gives, and what must come back in the same transaction. Reads its manifest,
 * because a ledger cannot preview a subintent alone.
 */
import { Effect } from "effect"
import { formatAmount, type Instruction, type Manifest, type Term } from "~/ledger/index"
import type { Keys } from "./keys"
import { grouped, namesFor, short } from "./words"

interface Moved {
  readonly resource: string
  /** For example "2,000", "exactly 20" or "#7#". */
  readonly many: string
}

interface Part {
  readonly gives: ReadonlyArray<Moved & { readonly from: string }>
  /** What the other side must give for it. */
  readonly gets: ReadonlyArray<Moved>
  /** True if nothing else may come with it. */
  readonly isOnly: boolean
  /** Accounts that receive what comes back. */
  readonly into: ReadonlyArray<string>
  /** What its own buckets deposit, regardless of who filled them. */
  readonly puts: ReadonlyArray<Moved & { readonly to: string }>
  /** Badges of which it creates a proof; they stay where they are. */
  readonly shows: ReadonlyArray<Moved & { readonly from: string }>
  /** Other effects, one sentence each. */
  readonly acts: ReadonlyArray<string>
  /** True if the sentences cover every instruction. */
  readonly isKnown: boolean
}

const addressIn = (term: Term | undefined) => (term?.kind === "Address" ? term.address : undefined)
const manyIn = (term: Term | undefined): string | undefined => {
  if (term?.kind === "Decimal") return grouped(formatAmount(term.value))
  if (term?.kind !== "Array") return undefined
  const ids = term.items.flatMap((item) => (item.kind === "NonFungibleLocalId" ? [item.value] : []))
  return ids.length === term.items.length ? ids.join(", ") : undefined
}

/** The required amount of one resource, by the kind of `ResourceConstraint`. */
const constraintIn = (term: Term): string => {
  if (term.kind !== "Enum") return "something"
  const many = manyIn(term.fields[0])
  if (term.variant === 0) return "some"
  if (many === undefined) return "some, by a rule in the manifest,"
  return term.variant === 2 || term.variant === 4 ? `at least ${many}` : `exactly ${many}`
}

const askedIn = ({ args: [asked] }: Instruction): ReadonlyArray<Moved> =>
  asked?.kind !== "Map"
    ? []
    : asked.entries.flatMap(([resource, rule]) => {
        const address = addressIn(resource)
        return address === undefined ? [] : [{ resource: address, many: constraintIn(rule) }]
      })

const WITHDRAWS = ["withdraw", "withdraw_non_fungibles"]
const SHOWS = ["create_proof_of_amount", "create_proof_of_non_fungibles"]
const DEPOSITS = /^(try_)?deposit/
const ASKS = ["ASSERT_NEXT_CALL_RETURNS_ONLY", "ASSERT_NEXT_CALL_RETURNS_INCLUDE"]
/** Instructions that move things only within one signer's part. */
const INSIDE =
  /^(TAKE_(ALL_|NON_FUNGIBLES_)?FROM_WORKTOP|RETURN_TO_WORKTOP|DROP_\w*PROOFS?|YIELD_TO_PARENT|CREATE_PROOF_FROM_BUCKET_OF_ALL|PUSH_TO_AUTH_ZONE|LOCK_METADATA)$/

type Effects = Partial<Omit<Part, "isKnown" | "isOnly">> & { readonly isOnly?: boolean }

/** Every badge named in an access rule, as `#1#`. */
const idsIn = (term: Term): ReadonlyArray<string> => {
  // A key is named by the end of its hash.
  if (term.kind === "NonFungibleGlobalId") return [term.id.startsWith("[") ? `key …${term.id.slice(-9, -1)}` : term.id]
  if (term.kind === "Enum" || term.kind === "Tuple") return term.fields.flatMap(idsIn)
  return term.kind === "Array" ? term.items.flatMap(idsIn) : []
}
const countIn = (term: Term): string | undefined => {
  if (term.kind === "U8") return String(term.value)
  if (term.kind === "Enum") return term.fields.map(countIn).find((found) => found !== undefined)
  return undefined
}

/** Words for instructions that move nothing: changes, and who alone can complete the subintent. */
const actIn = ({ args: [on, given], name }: Instruction): string | undefined => {
  const address = addressIn(on)
  if (name === "VERIFY_PARENT") return "Only a transaction that the requesting site has signed can use it."
  if (address === undefined || given === undefined) return undefined
  if (name === "SET_METADATA" && given.kind === "String") return `Write “${given.value}” on ${short(address)}.`
  const [ids, count] = [idsIn(given), countIn(given)]
  return name === "SET_OWNER_ROLE" && ids.length > 0 && count !== undefined
    ? `From then on ${count} of the badges ${ids.join(", ")} control ${short(address)}.`
    : undefined
}

type Buckets = ReadonlyMap<string, Moved>
const bucketIn = (term: Term | undefined) => (term?.kind === "Bucket" ? term.name : undefined)

/** What goes into each bucket, by its amount. */
const bucketsOf = (instructions: ReadonlyArray<Instruction>): Buckets =>
  new Map(
    instructions.flatMap(({ args: [resource, many, into], name }) => {
      const taken = { name: bucketIn(into), resource: addressIn(resource), many: manyIn(many) }
      const isTaken = name === "TAKE_FROM_WORKTOP" || name === "TAKE_NON_FUNGIBLES_FROM_WORKTOP"
      return isTaken && taken.name !== undefined && taken.resource !== undefined && taken.many !== undefined
        ? [[taken.name, { resource: taken.resource, many: taken.many }] as const]
        : []
    })
  )

const callIn = ({ args: [callee, method, ...args] }: Instruction, buckets: Buckets): Effects | undefined => {
  const address = addressIn(callee)
  if (address === undefined || method?.kind !== "String") return undefined
  if (DEPOSITS.test(method.value)) {
    const put = buckets.get(bucketIn(args[0]) ?? "")
    return put === undefined ? { into: [address] } : { puts: [{ ...put, to: address }] }
  }
  const [resource, many] = [addressIn(args[0]), manyIn(args[1])]
  if (resource === undefined || many === undefined) return undefined
  const moved = [{ from: address, resource, many }]
  if (WITHDRAWS.includes(method.value)) return { gives: moved }
  return SHOWS.includes(method.value) ? { shows: moved } : undefined
}

/** Words for one instruction; undefined if there are none for its kind. */
const effectsOf = (instruction: Instruction, next: Instruction | undefined, buckets: Buckets): Effects | undefined => {
  if (instruction.name === "CALL_METHOD") return callIn(instruction, buckets)
  if (ASKS.includes(instruction.name)) {
    // The assertion constrains the next call only; for any call other than the yield to the parent it requires nothing
    // of the other side.
    const isAsked = next?.name === "YIELD_TO_PARENT"
    return isAsked ? { gets: askedIn(instruction), isOnly: instruction.name === ASKS[0] } : undefined
  }
  const act = actIn(instruction)
  if (act !== undefined) return { acts: [act] }
  return INSIDE.test(instruction.name) ? {} : undefined
}

export const readPart = ({ instructions }: Manifest): Part => {
  const buckets = bucketsOf(instructions)
  const effects = instructions.map((instruction, index) => effectsOf(instruction, instructions[index + 1], buckets))
  const all = <K extends "gives" | "gets" | "into" | "puts" | "shows" | "acts">(key: K) =>
    effects.flatMap((each): ReadonlyArray<Part[K][number]> => each?.[key] ?? [])
  return {
    gives: all("gives"),
    gets: all("gets"),
    into: [...new Set(all("into"))],
    puts: all("puts"),
    shows: all("shows"),
    acts: all("acts"),
    isOnly: effects.every((each) => each?.isOnly !== false),
    isKnown: effects.every((each) => each !== undefined)
  }
}

const UNKNOWN = "It does more than is described here: read the manifest."

/** One sentence for each movement. */
export const wordsOfPart = (manifest: Manifest, keys: Keys) =>
  Effect.gen(function* () {
    const { acts, gets, gives, into, isOnly, isKnown, puts, shows } = readPart(manifest)
    const { place, token } = yield* namesFor(
      [...gives, ...gets, ...puts, ...shows].map(({ resource }) => resource),
      [...[...gives, ...shows].map(({ from }) => from), ...puts.map(({ to }) => to), ...into],
      keys
    )
    const what = ({ many, resource }: Moved) => `${many} ${token(resource)}`
    const where = into.length === 0 ? "" : ` to ${into.map(place).join(" and ")}`
    const back =
      gets.length > 0
        ? [
            `In the same transaction ${gets.map(what).join(" and ")} must come${where}${isOnly ? ", and nothing else" : ""}. Otherwise nothing moves.`
          ]
        : gives.length > 0
          ? ["You get nothing back for it."]
          : []
    return [
      ...shows.map((each) => `Show ${what(each)} of ${place(each.from)}; it stays there.`),
      ...gives.map((each) => `Send ${what(each)} from ${place(each.from)}.`),
      ...puts.map((each) => `Put ${what(each)} into ${place(each.to)}.`),
      ...back,
      ...acts,
      ...(isKnown ? [] : [UNKNOWN])
    ]
  })
