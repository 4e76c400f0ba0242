// @ts-nocheck The input is untrusted: every field is compared with what it must be.
/**
 * `npm run verify -- file.json`: counts a ballot file again without the site, its code or a network, and checks signed
 * statements and receipts as far as a file alone allows (/resources/ballot-file describes them). Large files are
 * checked by one thread per core, each of which runs this file; the output does not depend on their order.
 */
import { isUtf8 } from "node:buffer"
import { createPublicKey, verify } from "node:crypto"
import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import { availableParallelism } from "node:os"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"

const stop = (words) => {
  console.error(words)
  process.exit(2)
}
const NEEDS = "This check needs packages that are not installed. Run this first, in the project's folder: npm install"
const [{ secp256k1 }, { blake2b }, { bls12_381: bls }, { xchacha20poly1305 }, { sha256 }] = await Promise.all([
  import("@noble/curves/secp256k1.js"),
  import("@noble/hashes/blake2.js"),
  import("@noble/curves/bls12-381.js"),
  import("@noble/ciphers/chacha.js"),
  import("@noble/hashes/sha2.js")
]).catch(() => stop(NEEDS))

const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)}}`
}
const hash = (...parts) => Buffer.from(blake2b(Buffer.concat(parts.map((part) => Buffer.from(part))), { dkLen: 32 }))
const hex = (text) => Buffer.from(text, "hex")
const toHex = (bytes) => Buffer.from(bytes).toString("hex")
const digestOf = (value) => toHex(hash(canonical(value)))
/** The hash of a ballot's record, which the next ballot's prevHash repeats. */
const linkOf = ({ digest, prevHash, proof }) => toHex(hash(hex(prevHash), hex(digest), hex(proof.signature)))
const sum = (all) => all.reduce((total, one) => total + one, 0n)
/** Weights and votes as integers of 10^-20, and back. */
const units = (text) => BigInt(text.split(".")[0] + (text.split(".")[1] ?? "").padEnd(20, "0"))
const decimal = (n) => `${n / 10n ** 20n}.${String(n % 10n ** 20n).padStart(20, "0")}`.replace(/\.?0+$/, "")
const HOW_TO = "5003b29f8d130b941c3cde1f988638eaf888d3494609664b2e498ec542e4e1bb" // hash of the file's own explanation
/** Members outside every signature and hash, which are checked here; a hash covers each of the others. */
const SITE = ["schema", "dAppDefinitionAddress", "origin"]
const ENTRY = ["seq", "ballot", "weight", "digest", "proof", "prevHash", "entryHash"]
const PROOF = ["curve", "publicKey", "signature"]
const VOTE = ["howTo", "networkId", "proposalDigest", "proposal", "voters", "ballots", "headHash", "tally"]
const BOND =
  "schema kind networkId number community series code termsDigest bondResource currency symbol account units perUnit " +
  "total transaction stateVersion settledAt"
const BOND_OWN = { coupon: ["dueAt", "recordVersion", "paidTo", "distribution"] }
const hasMembers = (value, names, where, must) => {
  for (const name of Object.keys(value)) must(names.includes(name), where, `the member “${name}” does not belong there`)
  for (const name of names) must(Object.hasOwn(value, name), where, `the member “${name}” is missing`)
}
const MOST_REFUSED = 20
/** Refuses what two parsers may read differently: a repeated member, a number in another notation. */
const isPlain = (text, must) => {
  const levels = []
  let [isName, refused] = [false, 0]
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]|-?\d[\d.eE+-]*/g)) {
    // Counting lines reads the whole file, so only a few places are named.
    const refuse = (words) =>
      ++refused <= MOST_REFUSED && must(false, `line ${text.slice(0, index).split("\n").length}`, words)
    const names = levels.at(-1)
    if (token === "{" || token === "[") levels.push(token === "{" ? new Set() : null)
    else if (token === "}" || token === "]") levels.pop()
    else if (token !== "," && token[0] !== '"') String(Number(token)) === token || refuse(`the number ${token}`)
    else if (token[0] === '"' && isName && names) {
      const name = JSON.parse(token)
      if (names.has(name)) refuse(`the member “${name}” stands there twice`)
      names.add(name)
    }
    isName = token === "{" || (token === "," && levels.at(-1) != null)
  }
}
const EMPTY = digestOf([])
const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {} // Undefined: invalid JSON.
}
const LINE_FEED = 10
const CLOSING = 93 // ]
/** Lines of a list that a thread checks in one go. */
const SLICE = 100
const ODD = "no JSON in its one form"
/** A list: offsets of its slices, the end of its last line, and its number of lines. */
class Lines {
  cuts = []
  end = 0
  length = 0
}
/** The value of a line in canonical JSON, with or without a comma at its end; undefined if it is not canonical. */
const inForm = (text, hasComma) => {
  const written = hasComma ? text.slice(0, -1) : text
  const value = text.endsWith(",") === hasComma ? parse(written) : undefined
  try {
    return value !== undefined && canonical(value) === written ? value : undefined
  } catch {} // Nested too deeply to serialize.
}
/**
 * The published layout: one line per member, and per item of a list. Parses the members, and keeps each list's length
 * and the offsets of its slices. `odd` names the places that are not canonical.
 */
const linesOf = (bytes) => {
  const [file, odd, last] = [Object.create(null), [], bytes.length - 2]
  if (bytes.toString("utf8", 0, 3) !== '{\n"' || bytes.toString("utf8", last - 1) !== "\n}\n") odd.push("file")
  let list = null
  for (let [from, at, end] = [bytes.indexOf(LINE_FEED) + 1, 2, 0]; from > 0 && from < last; from = end + 1, at += 1) {
    end = bytes.indexOf(LINE_FEED, from)
    if (end < 0) end = bytes.length
    if (list !== null && bytes[from] !== CLOSING) {
      if (list.length % SLICE === 0) list.cuts.push(from)
      list.length += 1
      list.end = end
      continue
    }
    const [hasComma, line] = [end + 1 < last, bytes.toString("utf8", from, end)]
    const [, name, text] = /^"(\w+)":(.*)$/s.exec(line) ?? []
    const value = text === undefined || text === "[" ? undefined : inForm(text, hasComma)
    const isNew = list === null && text !== undefined && !Object.hasOwn(file, name)
    const isPacked = Array.isArray(value) && value.length > 0
    if (isNew && value !== undefined && !isPacked) file[name] = value
    else if (isNew && text === "[") file[name] = new Lines()
    else if (!list?.length || line !== (hasComma ? "]," : "]")) odd.push(`line ${at}`)
    list = isNew && text === "[" ? file[name] : null
  }
  if (list !== null) odd.push("file")
  return { file, odd }
}
/** The lines of one slice of a list, with their numbers from zero. */
function* linesIn(bytes, { cuts, end, length }, slice) {
  const until = Math.min(length, (slice + 1) * SLICE)
  for (let [from, row] = [cuts[slice], slice * SLICE]; row < until; row += 1) {
    const next = row === length - 1 ? end : bytes.indexOf(LINE_FEED, from)
    yield [row, inForm(bytes.toString("utf8", from, next), row < length - 1)]
    from = next + 1
  }
}
/** The same content in the published layout. */
const layOut = (value) => {
  const lines = Object.entries(value).map(([name, one]) => {
    const isLong = Array.isArray(one) && one.length > 0
    return `${JSON.stringify(name)}:${isLong ? `[\n${one.map(canonical).join(",\n")}\n]` : canonical(one)}`
  })
  return Buffer.from(`{\n${lines.join(",\n")}\n}\n`)
}
/** Reads a file in another layout by its content: lays it out again, or names what is not plain JSON. */
const readAnew = (bytes, must) => {
  const text = bytes.toString("utf8")
  const value = parse(text.replace(/^\uFEFF/, ""))
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return { bytes: Buffer.from(text.replaceAll("\r\n", "\n")), note: "" }
  }
  isPlain(text, must)
  const isOurs = `${canonical(value)}\n` === text
  return { value, bytes: layOut(value), note: isOurs ? "" : OTHER_LAYOUT }
}
const OTHER_LAYOUT = "The content is the same; the layout is not the one we publish."
/**
 * Encodings of the points of small order (dividing 8), 31 of their 32 bytes. Such a key accepts signatures without a
 * signer (RFC 8032, 8.7), and versions of OpenSSL differ about such an R: the site refuses both.
 */
const SMALL_ORDER = [
  "00".repeat(31),
  `01${"00".repeat(30)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03",
  ...["ec", "ed", "ee"].map((first) => first + "ff".repeat(30))
]
/** True if this begins with a point of small order. */
const isSmallOrder = (point) => SMALL_ORDER.includes(point.slice(0, 62))
/** The site's own rule: OpenSSL for Ed25519; for secp256k1 the key is recovered, and a high s refused. */
export const isSigned = ({ dAppDefinitionAddress: dapp, origin }, { curve, publicKey, signature }, digest) => {
  const signed = hash("R", hex(digest), Uint8Array.of(dapp.length), dapp, origin)
  if (!/^[0-9a-f]+$/.test(publicKey + signature)) return false
  try {
    if (curve === "secp256k1") {
      const parsed = secp256k1.Signature.fromBytes(hex(signature), "recovered")
      return !parsed.hasHighS() && parsed.recoverPublicKey(signed).toHex(true) === publicKey
    }
    if (curve !== "curve25519" || [publicKey, signature].some(isSmallOrder)) return false
    const key = { kty: "OKP", crv: "Ed25519", x: hex(publicKey).toString("base64url") }
    return verify(null, signed, createPublicKey({ key, format: "jwk" }), hex(signature))
  } catch {
    return false // Malformed signatures are invalid.
  }
}
const LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const polymod = (words) => {
  let all = 1
  for (const word of words) {
    const top = all >>> 25
    all = ((all & 0x1ffffff) << 5) ^ word
    for (let bit = 0; bit < 5; bit += 1) if ((top >> bit) & 1) all ^= GENERATOR[bit]
  }
  return all
}
/** The account whose address derives from a key: Bech32m (BIP-350) over kind and key hash. */
const accountOf = ({ curve, publicKey }, network) => {
  const prefix = `account_${network === 1 ? "rdx" : `tdx_${network.toString(16)}_`}`
  const codes = [...Buffer.from(prefix)]
  const id = Buffer.of(curve === "secp256k1" ? 0xd1 : 0x51, ...hash(hex(publicKey)).subarray(3))
  const words = [...BigInt(`0x${toHex(id)}`).toString(32)].map((digit) => Number.parseInt(digit, 32))
  const spread = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
  const check = polymod([...spread, ...words, 0, 0, 0, 0, 0, 0]) ^ 0x2bc830a3
  const tail = [25, 20, 15, 10, 5, 0].map((shift) => (check >>> shift) & 31)
  return `${prefix}1${[...words, ...tail].map((word) => LETTERS[word]).join("")}`
}
const fewest = (keys, votes) => keys.filter((key) => keys.every((other) => votes.get(key) <= votes.get(other)))
const most = (keys, votes) => keys.filter((key) => keys.every((other) => votes.get(key) >= votes.get(other)))
/**
 * Who is eliminated after these rounds, or transfers a surplus, and how a tie was decided (docs/votes.md, "Ties").
 * @param seats of a count for several seats: `kind` of the transfer, and how many candidates must be `left`.
 */
const leaving = (keys, tallies, { beacon }, draw, seats) => {
  const isSurplus = seats?.kind === "surplus"
  const extreme = isSurplus ? most : fewest
  const level = extreme(keys, tallies.at(-1))
  if (level.length === 1) return { eliminated: level[0] }
  const by = (decidedBy, eliminated, more) => {
    const none = { earlierRound: null, among: [], beaconRound: null }
    const end = isSurplus ? { eliminated: null, surplus: eliminated } : { eliminated }
    return { eliminated, tie: { round: tallies.length, level, decidedBy, ...end, ...none, ...more } }
  }
  if (keys.length === 2 && !seats) return by("final", null)
  const isIdle = !isSurplus && tallies.at(-1).get(level[0]) === 0n
  if (isIdle && keys.length - level.length >= (seats?.left ?? 0)) return by("noVotes", level.at(-1))
  let [among, earlierRound] = [level, null]
  for (let at = tallies.length - 1; at >= 1 && among.length > 1; at -= 1) {
    const fewer = extreme(among, tallies[at - 1])
    if (fewer.length < among.length) earlierRound = at
    among = fewer
  }
  if (among.length === 1) return by("earlierRound", among[0], { earlierRound })
  if (beacon === null) return by("listOrder", among.at(isSurplus ? 0 : -1), { earlierRound, among })
  const number = (key) => toHex(sha256(Buffer.concat([draw, Buffer.from(key)])))
  const [lowest = null] = draw === null ? [] : [...among].sort((a, b) => (number(a) < number(b) ? -1 : 1))
  return by("draw", lowest, { earlierRound, among, beaconRound: beacon.round })
}
/** Instant run-off. Without a rule for ties: fewer first places leave first, then the later choice in the list. */
const runOff = (keys, ballots, first, rule, draw) => {
  const [rounds, ties, tallies] = [[], [], []]
  for (let still = keys; ; ) {
    const votes = new Map(still.map((key) => [key, 0n]))
    let exhausted = 0n
    for (const { choice, weight } of ballots) {
      const next = choice.find((key) => votes.has(key))
      if (next === undefined) exhausted += weight
      else votes.set(next, votes.get(next) + weight)
    }
    tallies.push(votes)
    const now = (key) => votes.get(key)
    const counted = sum([...votes.values()])
    const winner = still.find((key) => 2n * now(key) > counted)
    const below = (a, b) => Number(now(a) - now(b) || first(a) - first(b)) || keys.indexOf(b) - keys.indexOf(a)
    const decide = () => (rule ? leaving(still, tallies, rule, draw) : { eliminated: [...still].sort(below)[0] })
    const { eliminated, tie } = winner === undefined ? decide() : { eliminated: null }
    if (tie) ties.push(tie)
    const places = still.map((key) => ({ key, votes: decimal(now(key)) }))
    rounds.push({ votes: places, exhausted: decimal(exhausted), eliminated })
    const isLast = tie?.decidedBy === "final"
    const winners = winner === undefined ? [] : [winner]
    if (eliminated === null) return { rounds, winners, tied: isLast ? tie.level : [], ...(rule && { ties }) }
    still = still.filter((key) => key !== eliminated)
  }
}
/** Several seats: the single transferable vote by the Scottish rules, in units of 10^-5 votes (docs/votes.md). */
const transfer = (keys, ballots, seats, rule, draw) => {
  const [PAPER, UNIT] = [100_000n, 10n ** 15n]
  const [rounds, ties, tallies, winners] = [[], [], [], []]
  let [still, waiting, lost] = [keys, [], 0n]
  const alike = new Map() // weight by ranking
  for (const { choice, weight } of ballots) alike.set(choice.join(), (alike.get(choice.join()) ?? 0n) + weight)
  const next = ({ choice }) => choice.find((key) => still.includes(key))
  const papers = [...alike].map(([name, weight]) => ({ choice: name.split(","), count: weight / WHOLE, value: PAPER }))
  for (const paper of papers) paper.of = next(paper)
  const valid = papers.filter(({ of }) => of !== undefined)
  const quota = sum(valid.map(({ count }) => count)) / BigInt(seats + 1) + 1n
  const bar = quota * PAPER
  const worth = (some) => sum(some.map(({ count, value }) => count * value))
  let votes = new Map(keys.map((key) => [key, worth(valid.filter(({ of }) => of === key))]))
  const all = worth(valid)
  for (const gone = new Set(); ; ) {
    const order = [...still].sort((a, b) => (votes.get(a) === votes.get(b) ? 0 : votes.get(a) > votes.get(b) ? -1 : 1))
    const isLast = still.length <= seats - winners.length
    const elected = order.filter((key) => isLast || votes.get(key) >= bar)
    winners.push(...elected)
    still = still.filter((key) => !elected.includes(key))
    waiting = keys.filter((key) => waiting.includes(key) || (elected.includes(key) && votes.get(key) > bar))
    const shown = keys.filter((key) => !gone.has(key)).map((key) => ({ key, votes: decimal(votes.get(key) * UNIT) }))
    const round = { votes: shown, exhausted: decimal(lost * UNIT), eliminated: null, elected, surplus: null }
    rounds.push(round)
    tallies.push(votes)
    const left = seats - winners.length
    const ended = { rounds, ties, winners, tied: [], quota: String(quota) }
    if (left <= 0 || still.length === 0) return ended
    const kind = waiting.length > 0 ? "surplus" : "exclusion"
    const among = kind === "surplus" ? waiting : still
    const { eliminated: key, tie } = leaving(among, tallies, rule, draw, { kind, left })
    if (tie) ties.push(tie)
    if (key === null) return { ...ended, winners: [] }
    votes = new Map(votes)
    const own = votes.get(key)
    const moved = valid.filter(({ of }) => of === key)
    if (kind === "surplus") {
      round.surplus = key
      waiting = waiting.filter((one) => one !== key)
      for (const paper of moved) paper.value = ((own - bar) * paper.value) / own
      votes.set(key, bar)
    } else {
      round.eliminated = key
      gone.add(key)
      still = still.filter((one) => one !== key)
      if (still.length <= left) continue
      votes.set(key, 0n)
    }
    for (const paper of moved) {
      paper.of = next(paper)
      if (paper.of !== undefined) votes.set(paper.of, votes.get(paper.of) + paper.count * paper.value)
    }
    lost = all - sum([...votes.values()])
  }
}
/** A fraction as written, or a percentage in hundredths; `version` returns the version of the vote's rules. */
const ratio = (share) =>
  typeof share === "string" ? share.split("/").map(BigInt) : [BigInt(share.toFixed(2).replace(".", "")), 10000n]
const isBareObjection = ({ voteType }, { choice, reason }) =>
  voteType === "consent" && choice === "object" && reason.trim() === ""
/** The highest number for each choice in votes that ask for one (2 is Yes to a time); undefined for other votes. */
const highest = ({ voteType }) => ({ score5: 5, score10: 10, dates: 2 })[voteType]
const hasTransfers = ({ seats, voteType }) => voteType === "ranked" && (seats ?? 1) > 1
/** True if all are days, or all are instants, each ending after it starts, in order, none twice. */
const areTimes = (choices) => {
  const [isDay, isInstant] = [/^\d{4}-\d\d-\d\d$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/]
  const isTime = ({ end, start }, form) => form.test(start) && form.test(end) && start <= end
  const isLater = ({ end, start }, before) => !before || before.start + before.end < start + end
  const ofForm = (form) => choices.every((one, at) => isTime(one, form) && isLater(one, choices[at - 1]))
  return ofForm(isDay) || (ofForm(isInstant) && choices.every(({ end, start }) => start < end))
}
const version = (proposal) => {
  const { beacon, sealedBody, snapshot, thresholdPct: share, ties, voteType, weightMode } = proposal
  const isRuled = ties === undefined || (ties.v === 2 && voteType === "ranked")
  const isSealedRight = sealedBody === undefined || (beacon !== undefined && sealedBody === 2)
  if (voteType === "consent") return proposal.resultsVisibility === "always" && beacon === undefined && !ties && 4
  if (voteType === "dates" && (!areTimes(proposal.choices) || snapshot.delegations !== undefined)) return false
  if (highest(proposal)) return isSealedRight && ties === undefined && 4
  if (hasTransfers(proposal)) return isRuled && isSealedRight && ties && weightMode === "member" && 4
  if (sealedBody !== undefined || ties !== undefined) return isRuled && isSealedRight && 3
  if (typeof share !== "number") return /^(1\/2|2\/3|[34]\/5|3\/4)$/.test(share) && 2
  return voteType === "quadratic" || snapshot.delegations !== undefined || beacon !== undefined ? 2 : 1
}
/** Sum of the points of this vote's choices (integers, 0 to 100), each to a power; 0 if any is invalid. */
const pointsIn = ({ choices }, choice, power) => {
  const points = typeof choice === "object" && !Array.isArray(choice) ? Object.entries(choice ?? {}) : []
  const isGiven = ([key, n]) => choices.some((one) => one.key === key) && Number.isInteger(n) && n >= 0 && n <= 100
  return points.every(isGiven) ? points.reduce((all, [, n]) => all + n ** power, 0) : 0
}
/** Quadratic points: the squares add up to 1 to 100 credits; only for votes with one weight per member. */
const isPaid = (proposal, choice) =>
  proposal.weightMode === "member" && pointsIn(proposal, choice, 2) >= 1 && pointsIn(proposal, choice, 2) <= 100
const WHOLE = 10n ** 20n
/** Most delegated weight per delegate: a share of all weight, whole if members weigh 1; none below ten voters. */
const limitOf = ({ snapshot, weightMode }) => {
  const { limitPct } = snapshot.delegations
  if (limitPct >= 100 || snapshot.eligibleCount < 10) return null
  const share = (units(snapshot.eligibleWeight) * BigInt(limitPct)) / 100n
  if (weightMode !== "member") return share - (share % 100n)
  return share < WHOLE ? WHOLE : share - (share % WHOLE)
}
/** The weight that delegations add to each delegate's ballot, and the totals of delegated weight by its use. */
const delegate = (proposal, loans, latest, lost) => {
  const of = (some) => sum(some.map(({ weight }) => units(weight)))
  const [limit, open] = [limitOf(proposal), loans.filter(({ from }) => !latest.has(from) && !lost.has(from))]
  const used = open.filter(({ isExcluded, to }) => latest.has(to) && !isExcluded)
  const offered = new Map() // delegated weight by delegate
  for (const { to, weight } of used) offered.set(to, (offered.get(to) ?? 0n) + units(weight))
  const added = [...offered].map(([to, all]) => {
    const weight = limit !== null && all > limit ? limit : all
    return { choice: latest.get(to).ballot.choice, weight, over: all - weight }
  })
  const [given, idle] = [of(loans), of(open.filter(({ to }) => !latest.has(to)))]
  const excluded = of(open) - of(used) - idle
  const parts = { given, voted: given - of(open), over: sum(added.map(({ over }) => over)), idle }
  return { added, parts: { ...parts, ...(excluded > 0n && { excluded }) } }
}
/** Sealed ballots (docs/votes.md): pairings of BLS12-381, bytes in the order of drand's timelock. */
const { G1, G2, fields } = bls
const big = (n, length) => hex(`${"0".repeat(2 * length)}${BigInt(n).toString(16)}`.slice(-2 * length))
const xor = (one, other) => one.map((byte, at) => byte ^ other[at])
const tagged = (tag, ...parts) => sha256(Buffer.concat([Buffer.from(tag), ...parts]))
const inGroup = (group, text) => {
  const point = group.Point.fromHex(text)
  point.assertValidity()
  return point
}
const DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
const roundPoint = (round) => G1.Point.fromAffine(G1.hashToCurve(sha256(big(round, 8)), { DST }).toAffine())
const fp6 = ({ c0, c1, c2 }) => [c2, c1, c0].flatMap((part) => [big(part.c1, 48), big(part.c0, 48)])
const h2 = ({ c0, c1 }) => tagged("IBE-H2", ...[c1, c0].flatMap(fp6))
const h3 = (sigma, key) => {
  const seed = tagged("IBE-H3", sigma, key)
  for (let n = 1; ; n += 1) {
    const digest = sha256(Buffer.concat([Buffer.of(n & 255, n >> 8), seed]))
    digest[0] >>= 1
    const scalar = BigInt(`0x${toHex(digest)}`)
    if (scalar > 0n && scalar < fields.Fr.ORDER) return scalar
  }
}
/** At most this many UTF-16 code units, without lone surrogates, which have no UTF-8 form. */
const isText = (value, most) => typeof value === "string" && value.length <= most && !/\p{Cs}/u.test(value)
const namesOf = (value) => String(Object.keys(value ?? {}).sort())
const COPIED = false
/** Decrypts a body: undefined if it is invalid, COPIED if it names another account or vote. */
const readBody = ({ account, proposalDigest, sealed: { body, nonce } }, key, versions) => {
  const bytes = xchacha20poly1305(key, hex(nonce)).decrypt(hex(body))
  const content = parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes))
  const of = ["choice,reason", "account,choice,proposalDigest,reason"].indexOf(namesOf(content)) + 1
  if (!versions.includes(of)) return undefined
  if (of === 2 && (content.account !== account || content.proposalDigest !== proposalDigest)) return COPIED
  return isText(content.reason, 500) ? content : undefined
}
/** Opens the sealed part of a ballot. Undefined if it does not open: it is spoilt, and not counted. */
const open = (ballot, signature, version) => {
  try {
    const { U, V, W } = ballot.sealed
    const u = inGroup(G2, U)
    const sigma = xor(hex(V), h2(bls.pairing(inGroup(G1, signature), u)))
    const key = xor(hex(W), tagged("IBE-H4", sigma))
    return G2.Point.BASE.multiply(h3(sigma, key)).equals(u) ? readBody(ballot, key, [version]) : undefined
  } catch {} // Undefined: spoilt.
}
/** The same in one vote: longest choice, 2,048 bytes of reason, 256 for account and vote, 16 of the cipher. */
const sealedBytes = ({ choices, sealedBody, voteType }) => {
  const keys = choices.map(({ key }) => key)
  const isOne = voteType === "basic" || voteType === "single"
  const isPoints = voteType === "weighted" || voteType === "quadratic" || highest({ voteType })
  const most = canonical(isPoints ? Object.fromEntries(keys.map((key) => [key, 100])) : keys).length
  const choice = isOne ? Math.max(...keys.map((key) => key.length + 2)) : most
  return '{"choice":,"reason":""}'.length + choice + 2048 + (sealedBody ? 256 : 0) + 16
}
/** Scores: a whole number for each choice, up to the highest, and for nothing else. */
const isScored = ({ choices, voteType }, choice) => {
  const isGiven = ({ key }) => Number.isInteger(choice[key]) && choice[key] >= 0 && choice[key] <= highest({ voteType })
  return namesOf(choice) === String(choices.map(({ key }) => key).sort()) && choices.every(isGiven)
}
/** True if the vote offers this choice; a sealed ballot with any other choice is spoilt. */
const isOffered = (proposal, choice) => {
  const { choices, maxSelections, voteType } = proposal
  const isKey = (key) => choices.some((one) => one.key === key)
  if (["basic", "consent", "single"].includes(voteType)) return typeof choice === "string" && isKey(choice)
  if (voteType === "quadratic") return isPaid(proposal, choice)
  if (highest(proposal)) return isScored(proposal, choice)
  if (voteType === "weighted") return pointsIn(proposal, choice, 1) === 100
  const most = voteType === "approval" ? (maxSelections ?? choices.length) : choices.length
  const isList = Array.isArray(choice) && choice.length > 0 && choice.length <= most
  return isList && choice.every(isKey) && new Set(choice).size === choice.length
}
/** Opens each voter's latest ballot and those listed as spoilt, with --replaced all others too; then counts. */
function* openAll(bytes, { beacon, loans, proposal, tally }, list, entries) {
  const latest = new Map(entries.map(({ ballot }, at) => [ballot.account, at]))
  const needed = new Set([...latest.values(), ...(tally.spoilt?.ballots ?? []).map((number) => number - 1)])
  const wanted = process.argv.includes("--replaced") ? new Set(entries.keys()) : needed
  const spoilt = { ballots: [], ...(proposal.sealedBody && { copied: [] }) }
  const lost = new Set() // accounts whose ballot would count but is spoilt
  const [opened] = yield { bytes, asks: [asked("open", list, { proposal, signature: beacon.signature, wanted })] }
  const counted = opened.flat().flatMap((choice, at) => {
    const { account } = entries[at].ballot
    const isLatest = latest.get(account) === at
    if (wanted !== needed && !needed.has(at)) console.info(`Replaced ballot ${at + 1} holds ${canonical(choice)}`)
    if (!needed.has(at)) return []
    if (choice !== null && choice !== COPIED) return isLatest ? [{ ...entries[at], ballot: { account, choice } }] : []
    spoilt.ballots.push(at + 1)
    if (choice === COPIED) spoilt.copied.push(at + 1)
    if (isLatest) lost.add(account)
    return []
  })
  const weight = decimal(sum([...lost].map((account) => units(entries[latest.get(account)].weight))))
  const result = { ...count(proposal, counted, loans, lost, beacon.signature), ballots: entries.length }
  return { ...result, spoilt: { ...spoilt, weight } }
}
/** A poll for a date: most Yes, then most Yes and If need be together, then the earliest, which is first in the list. */
const chooseDate = (keys, yes, maybe) => {
  const both = (key) => yes(key) + maybe(key)
  const best = (some, n) => some.filter((key) => some.every((other) => n(other) <= n(key)))
  const possible = keys.filter((key) => both(key) > 0n)
  const level = best(best(possible, yes), both)
  return { winners: level.slice(0, 1), tied: level.length > 1 ? level : [] }
}
export const count = (proposal, all, loans = null, lost = new Set(), signature = "") => {
  const { choices, quorumPct, seats, snapshot, thresholdPct, voteType } = proposal
  const latest = new Map(all.map((entry) => [entry.ballot.account, entry]))
  const own = [...latest.values()].map(({ ballot, weight }) => ({ choice: ballot.choice, weight: units(weight) }))
  const { added, parts: delegatedParts } = loans === null ? { added: [] } : delegate(proposal, loans, latest, lost)
  const ballots = [...own, ...added]
  const draw = signature ? Buffer.concat([hex(digestOf(proposal)), hex(signature)]) : null
  const keys = choices.map(({ key }) => key)
  const points = (choice, key) => {
    if (voteType === "dates") return BigInt(choice[key] === 2)
    if (!Array.isArray(choice)) return BigInt(typeof choice === "string" ? (choice === key) * 100 : (choice[key] ?? 0))
    return (voteType === "ranked" ? choice[0] === key : choice.includes(key)) ? 100n : 0n
  }
  const parts = voteType === "quadratic" || highest(proposal) ? 1n : 100n
  const votesIn = (some, key) => sum(some.map(({ choice, weight }) => (weight * points(choice, key)) / parts))
  const totals = new Map(keys.map((key) => [key, votesIn(ballots, key)]))
  const votes = (key) => totals.get(key)
  const maybe = (key) => sum(ballots.map(({ choice, weight }) => (choice[key] === 1 ? weight : 0n)))
  const weightCast = sum(ballots.map(({ weight }) => weight))
  const [[needed, of], [quorum]] = [ratio(thresholdPct), ratio(quorumPct)]
  const over = (some, all) => (2n * needed > of ? all > 0n && some * of >= needed * all : some * 2n > all)
  const quorumReached = ballots.length > 0 && weightCast * 10000n >= quorum * units(snapshot.eligibleWeight)
  const places = voteType === "approval" ? (seats ?? 1) : 1
  const named = keys.filter((key) => votes(key) > 0n)
  const level = (key) => named.filter((other) => other !== key && votes(other) >= votes(key)).length
  const ahead = (key) => named.filter((other) => votes(other) > votes(key)).length
  let winners = named.filter((key) => level(key) < places).sort((a, b) => (votes(a) < votes(b) ? 1 : -1))
  const hasTies = !["basic", "consent", "ranked"].includes(voteType)
  let tied = hasTies ? named.filter((key) => level(key) >= places && ahead(key) < places) : []
  let [rounds, ties, quota] = [[], proposal.ties && []]
  const [one, other] = { basic: ["yes", "no"], consent: ["consent", "object"] }[voteType] ?? []
  if (one) winners = over(votes(one), votes(one) + votes(other)) ? [one] : []
  if (voteType === "dates") ({ tied, winners } = chooseDate(keys, votes, maybe))
  if (voteType === "single") winners = winners.filter((key) => over(votes(key), weightCast))
  if (voteType === "ranked" && ballots.length > 0)
    ({ quota, rounds, tied, ties, winners } = hasTransfers(proposal)
      ? transfer(keys, ballots, seats, proposal.ties, draw)
      : runOff(keys, ballots, votes, proposal.ties, draw))
  const thresholdReached = one || voteType === "single" ? winners.length > 0 : null
  const outcome = !quorumReached ? "noQuorum" : winners.length > 0 ? "passed" : "failed"
  const voters = (key) => own.filter(({ choice }) => points(choice, key) > 0n).length
  const more = (key) => voteType === "dates" && { ifNeedBe: decimal(maybe(key)) }
  const perChoice = keys.map((key) => ({ key, votes: decimal(votes(key)), voters: voters(key), ...more(key) }))
  const sums = { ballots: all.length, voters: own.length, weightCast: decimal(weightCast), perChoice }
  if (loans !== null) {
    const reported = Object.entries(delegatedParts).map(([name, n]) => [name, decimal(n)])
    const perChoice = keys.map((key) => ({ key, votes: decimal(votesIn(added, key)) }))
    sums.lent = { ...Object.fromEntries(reported), used: decimal(sum(added.map(({ weight }) => weight))), perChoice }
  }
  Object.assign(sums, { outcome, quorumReached, rounds, thresholdReached, tied, winners: quorumReached ? winners : [] })
  if (voteType.startsWith("score"))
    sums.means = keys.map((key) => {
      const hundredths = String(weightCast > 0n ? (votes(key) * 100n) / weightCast : 0n).padStart(3, "0")
      return { key, mean: `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}` }
    })
  return { ...sums, ...(ties && { ties }), ...(quota && { quota }) }
}
const FIRST = /^\s*(\d{1,4})\s+(\d{1,4})\s*$/
/** BLT is the format of other programs' elections. */
const bare = (line) => line.replace(/#.*$/, "").trim()
const bltLines = (text) => text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)
const isBlt = (text) =>
  FIRST.test(
    bltLines(text.slice(0, 65_536))
      .map(bare)
      .find((line) => line !== "") ?? ""
  )
class Unreadable extends Error {}
/** Reads an election. What could be read in two ways is refused, since a guess would count another election. */
const readBlt = (text) => {
  const lines = bltLines(text)
  let at = 0
  const refuse = (words) => {
    throw new Unreadable(`line ${at}: ${words}`)
  }
  const next = (isName = false) => {
    while (at < lines.length) {
      const raw = lines[at++]
      const line = isName && !/^\s*#/.test(raw) ? raw.trim() : bare(raw)
      if (line !== "") return line
    }
  }
  const [, all, seats] = FIRST.exec(next()).map(Number)
  if (all < 1 || all > 100) refuse("there may be 1 to 100 candidates")
  if (seats < 1 || seats > all) refuse("there is at least one seat, and at most one for each candidate")
  const candidate = (word) => {
    if (!/^\d{1,9}$/.test(word)) refuse(`“${word}” is not the number of a candidate`)
    return word >= 1 && word <= all ? String(Number(word)) : refuse(`there is no candidate ${word}`)
  }
  const [withdrawn, ballots] = [new Set(), []]
  for (let line = next(); line !== "0"; line = next()) {
    if (line === undefined) refuse("the ballots end with a line that is 0")
    if (/^(?:-\d+\s*)+$/.test(line)) {
      for (const word of line.split(/\s+/)) withdrawn.add(candidate(word.slice(1)))
      continue
    }
    const words = line.replace(/^\([^)]*\)\s*/, "").split(/\s+/)
    if (words.at(-1) !== "0") refuse("a ballot ends with 0")
    if (words.length === 1) continue
    const [voters, ...ranks] = words.slice(0, -1)
    if (!/^\d{1,40}$/.test(voters)) refuse(`“${voters}” is not a number of voters: whole numbers only`)
    const equal = ranks.find((word) => word.includes("="))
    if (equal) refuse(`${equal} ranks several equally, which our rules do not count`)
    const choice = ranks.filter((word) => word !== "-").map(candidate)
    if (new Set(choice).size < choice.length) refuse("a candidate is ranked twice")
    ballots.push({ choice, weight: BigInt(voters) * WHOLE })
  }
  const names = []
  for (let line = next(true); line !== undefined; line = next(true))
    for (const [, quoted, plain] of line.matchAll(/"((?:[^"]|"")*)"(?=\s|$)|(\S.*)/g))
      names.push((quoted?.replaceAll('""', '"') ?? plain).trim())
  if (names.length < all || names.length > all + 1)
    refuse(`${all} names are needed, and one title; there are ${names.length}`)
  return { ballots, names: names.slice(0, all), seats, withdrawn }
}
/** Counts an election of a BLT file by the site's rules. Nothing in it is signed. */
const countBlt = (text) => {
  try {
    const { ballots, names, seats, withdrawn } = readBlt(text)
    const keys = names.map((_, at) => String(at + 1)).filter((key) => !withdrawn.has(key))
    const ranked = ballots.filter(({ choice }) => choice.some((key) => keys.includes(key)))
    const first = (key) => sum(ranked.filter(({ choice }) => choice[0] === key).map(({ weight }) => weight))
    const rule = { v: 2, beacon: null }
    const one = () => (ranked.length > 0 ? runOff(keys, ballots, first, rule, null) : { tied: [], winners: [] })
    const result = seats > 1 ? transfer(keys, ballots, seats, rule, null) : one()
    const named = (some) => {
      const all = some.map((key) => names[key - 1])
      return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`
    }
    const tie = result.tied.length > 0 ? `a tie between ${named(result.tied)} in the final` : "no ballot ranks anybody"
    const elected = `elected ${seats > 1 ? "are" : "is"} ${named(result.winners)}`
    const end = result.winners.length > 0 ? elected : `${tie}, and nobody is elected`
    return { said: `Counted by our rules: ${end}.`, problems: [], note: "", result: { names, ...result } }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { said: "", problems: [error.message], note: "" }
  }
}
const CONFIRM = "complete in itself and not confirmed; this check asks nobody, and anybody could have written it"
/** Checks a receipt of a bond by its own numbers. */
const checkBond = (file, must) => {
  const own = BOND_OWN[file.kind] ?? ["subintent"]
  hasMembers(file, [...BOND.split(" "), ...own, ...(file.schema === "bond-receipt/1" ? [] : ["origin"])], "file", must)
  must(["purchase", "redemption", "coupon"].includes(file.kind), "kind", "no receipt of ours is of this kind")
  must(units(file.perUnit) * BigInt(file.units) === units(file.total), "total", "it is not units times price")
  const start = `R-${file.code}-${file.kind === "purchase" ? "" : "P"}`
  must(file.number.startsWith(start) && /^\d+$/.test(file.number.slice(start.length)), "number", "of another series")
  const code = digestOf(file).slice(0, 16).match(/.{4}/g).join(" ")
  const asked = `${file.origin ?? "the site that issued it"} and the ledger (${file.transaction})`
  return `Receipt ${file.number} is ${CONFIRM}. Ask ${asked}. Its check code is ${code}.`
}
/** Checks a voter's receipt, or a signed announcement or proposal. */
const checkSigned = (file, must, more = []) => {
  const isReceipt = file.schema.startsWith("ballot-receipt/")
  hasMembers(file, [...SITE, ...(isReceipt ? ENTRY : ["statement", "digest", "proof"]), ...more], "file", must)
  hasMembers(file.proof, PROOF, "proof", must)
  must(digestOf(isReceipt ? file.ballot : file.statement) === file.digest, "digest", "it does not fit the text")
  must(isSigned(file, file.proof, file.digest), "signature", "it does not fit the digest")
  if (!isReceipt) return `This ${file.statement.kind} was signed by a key that names ${file.statement.issuer}.`
  must(linkOf(file) === file.entryHash, "entryHash", "the link does not fit digest and signature")
  return `This receipt of ballot ${file.seq} is ${CONFIRM}. Ask ${file.origin}, or look for its entryHash in the ballot file.`
}
/** Opens the sealed ballot of a voter's receipt: sealing its key and sigma again must give what was signed. */
const shownBy = ({ ballot, ballot: { sealed }, beacon, opens }) => {
  const [key, sigma] = [hex(opens.key), hex(opens.sigma)]
  const r = h3(sigma, key)
  const mask = h2(bls.pairing(roundPoint(beacon.round).multiply(r), inGroup(G2, beacon.publicKey)))
  const hidden = [xor(sigma, mask), xor(key, tagged("IBE-H4", sigma))].map(toHex)
  const isSame = [G2.Point.BASE.multiply(r).toHex(), ...hidden].join() === [sealed.U, sealed.V, sealed.W].join()
  return isSame ? readBody(ballot, key, [1, 2]) : undefined
}
const checkSealedReceipt = (file, must) => {
  const said = checkSigned(file, must, ["beacon", "opens"])
  hasMembers(file.beacon, ["chain", "publicKey", "round"], "beacon", must)
  hasMembers(file.opens, ["key", "sigma"], "opens", must)
  const isHex = /^[0-9a-f]{64},[0-9a-f]{64}$/.test([file.opens.key, file.opens.sigma].join())
  const content = isHex ? shownBy(file) : undefined
  must(content !== undefined, "opens", "the key kept with it is not the one that was sealed, or it holds no choice")
  must(content !== COPIED, "opens", "it is sealed for another account or vote: it was copied from another ballot")
  const { choice, reason } = content || {}
  return `${said} Sealed to round ${file.beacon.round} were the choice ${canonical(choice)} and the reason “${reason}”.`
}
const OTHERS = {
  "ballot-receipt/1": checkSigned,
  "statement/1": checkSigned,
  "ballot-receipt/2": checkSealedReceipt,
  "bond-receipt/1": checkBond,
  "bond-receipt/2": checkBond
}
const SIGNATURE = "its signature does not fit its digest"
const NO_FORM = "it has not the form it should have"
/** True if the sealed part has the form that every ballot of this vote has. */
const isSealed = ({ sealed, ...plain }, proposal) =>
  proposal.beacon === undefined
    ? sealed === undefined
    : !("choice" in plain || "reason" in plain) &&
      namesOf(sealed) === "U,V,W,body,nonce" &&
      sealed.body.length === 2 * sealedBytes(proposal) &&
      /^[0-9a-f]+$/.test(Object.values(sealed).join("")) &&
      [sealed.U.length, sealed.V.length, sealed.W.length, sealed.nonce.length].join() === "192,64,64,48"
const isBeacon = ({ signature, ...beacon }, proposal) => {
  if (canonical(beacon) !== canonical(proposal.beacon ?? proposal.ties?.beacon ?? null)) return false
  const signed = bls.pairing(roundPoint(beacon.round), inGroup(G2, beacon.publicKey))
  return fields.Fp12.eql(bls.pairing(inGroup(G1, signature), G2.Point.BASE), signed)
}
/** Checks a ballot alone and against the one before it in its slice; null while it is still sealed. */
const checkBallot = (entry, row, before, { file, hasTally, proposal, proposalDigest }, must) => {
  const { ballot, digest, entryHash, prevHash, proof, seq, weight } = entry
  hasMembers(entry, ENTRY, "", must)
  hasMembers(proof, PROOF, "", must)
  must(isSigned(file, proof, digest), "", SIGNATURE)
  const follows = before === undefined || prevHash === before
  must(seq === row + 1 && follows && linkOf(entry) === entryHash, "", "its place in the chain does not fit")
  if (ballot === null && !hasTally) return null
  must(digestOf(ballot) === digest, "", "its digest does not fit its text")
  must(!isBareObjection(proposal, ballot), "", "it is an objection without a reason")
  const hasPoints = proposal.voteType === "quadratic" || highest(proposal)
  const isInOrder = !hasPoints || proposal.beacon || isOffered(proposal, ballot.choice)
  must(isInOrder, "", "its points are no whole numbers, cost more than 100 credits, or are for no choice")
  must(ballot.proposalDigest === proposalDigest, "", "it is for another vote")
  must(isSealed(ballot, proposal), "", "its sealed part is not as this vote's must be")
  const { account, choice, supersedes } = ballot
  return { account, choice, digest, isKnown: accountOf(proof, file.networkId) === account, supersedes, weight }
}
/** Checks a delegation: signed by its delegator, and in force when voting opened. */
const checkDelegation = (line, { file, proposal }, must) => {
  const { delegation: made, digest, proof } = line
  hasMembers(line, ["delegation", "digest", "proof"], "", must)
  must(digestOf(made) === digest, "", "its digest does not fit its text")
  must(isSigned(file, proof, digest), "", SIGNATURE)
  const isHere =
    made.networkId === file.networkId && made.community === proposal.community.id && made.kind === "delegation"
  must(isHere && made.v === 1, "", "it is for another community")
  const isForKind = made.kinds === "all" || made.kinds.includes(proposal.proposalKind)
  const isInTime = made.madeAt <= proposal.opensAt && proposal.opensAt < made.until
  const isShort = Date.parse(made.until) - Date.parse(made.madeAt) <= 366 * 86_400_000
  must(isForKind && isInTime && isShort, "", "it was not in force for this vote")
  return { from: made.from, to: made.to }
}
/** Most problems that are reported for one line, and for a file. */
const MOST = 3
const TOLD = 1000
/** Checks each line of a slice alone; returns the values, and the problems with the numbers of their lines. */
const checkLines = (bytes, list, slice, checkOne) => {
  const [problems, all] = [[], []]
  for (const [row, item] of linesIn(bytes, list, slice)) {
    let [one, reported] = [null, 0]
    const must = (isRight, _, words) => isRight || ++reported > MOST || problems.push([row, words])
    must(item !== undefined, "", ODD)
    try {
      if (item !== undefined) one = checkOne(item, row, must)
    } catch {
      must(false, "", NO_FORM)
    }
    all.push(one)
  }
  return { all, problems }
}
/** BLAKE2b-256 of a list in canonical JSON: `[`, its lines without their ends, `]`. */
const digestOfLines = (bytes, { cuts, end }) => {
  const whole = blake2b.create({ dkLen: 32 }).update(Buffer.from("["))
  for (let [from, next] = [cuts[0], 0]; from < end; from = next + 1) {
    next = bytes.indexOf(LINE_FEED, from)
    if (next < 0 || next > end) next = end
    whole.update(bytes.subarray(from, next))
  }
  return toHex(whole.update(Buffer.from("]")).digest())
}
/** Work by slices, in any order and on any thread. */
const KINDS = {
  digest: (bytes, { list }) => digestOfLines(bytes, list),
  voters: (bytes, { list }, slice) => checkLines(bytes, list, slice, ({ account, weight }) => ({ account, weight })),
  loans: (bytes, { context, list }, slice) =>
    checkLines(bytes, list, slice, (line, _, must) => checkDelegation(line, context, must)),
  ballots: (bytes, { context, list }, slice) => {
    let [first, last] = []
    const found = checkLines(bytes, list, slice, (entry, row, must) => {
      const before = last
      last = entry.entryHash
      if (row === slice * SLICE) first = entry.prevHash
      return checkBallot(entry, row, before, context, must)
    })
    return { ...found, first, last }
  },
  open: (bytes, { context, list }, slice) =>
    [...linesIn(bytes, list, slice)].map(([row, { ballot }]) => {
      if (!context.wanted.has(row)) return undefined
      const content = open(ballot, context.signature, context.proposal.sealedBody ?? 1)
      if (content === COPIED) return COPIED
      return content !== undefined && isOffered(context.proposal, content.choice) ? content.choice : null
    })
}
/** A request for work by slices: which kind, on which list, in how many slices. */
const asked = (kind, list, context) => {
  const slices = list instanceof Lines ? list.cuts.length : 0
  return { kind, list, context, slices: kind === "digest" ? Math.min(slices, 1) : slices }
}
/** The delegations: each delegator once, in order, between two voters on the list. */
const loansIn = (delegated, digest, { delegations, proposal }, weights, must) => {
  if (delegations === undefined) return null
  const { count: stated, digest: frozen } = proposal.snapshot.delegations
  must(delegations.length === stated && digest === frozen, "delegations", "not those that were frozen")
  let last = ""
  return delegated.flatMap((loan, at) => {
    if (loan === null) return []
    const isBetween = weights.has(loan.from) && weights.has(loan.to) && loan.from !== loan.to
    must(isBetween, `delegation ${at + 1}`, "it is not between two voters on the list")
    must(last < loan.from, `delegation ${at + 1}`, "its lender is there twice, or out of order")
    last = loan.from
    return [{ ...loan, weight: weights.get(loan.from) ?? "0" }]
  })
}
/** The ballots to count, after the checks that need the ballots before them or the list of voters. */
const follow = (slices, { headHash, proposalDigest }, weights, must) => {
  const latest = new Map() // hash of the latest ballot by account
  const entries = []
  let [known, head, at] = [0, proposalDigest, 0]
  for (const { all, first, last } of slices) {
    must(first === head, `ballot ${at + 1}`, "its place in the chain does not fit")
    head = last
    for (const one of all) {
      at += 1
      if (one === null) continue
      const { account, choice, digest, isKnown, supersedes, weight } = one
      must(supersedes === (latest.get(account) ?? null), `ballot ${at}`, "it replaces another ballot")
      must(weights.get(account) === weight, `ballot ${at}`, "its weight is not the one on the list")
      latest.set(account, digest)
      known += isKnown
      entries.push({ ballot: { account, choice }, weight })
    }
  }
  must(head === headHash, "headHash", "it is not the last ballot's")
  return { entries, known }
}
/** Marks delegations that their delegates' latest ballots left out, by delegator. The reason is the site's claim. */
const exclude = (excluded, loans, entries, must) => {
  const latest = new Map(entries.map(({ ballot }, at) => [ballot.account, at + 1]))
  for (const [from, { seq, why }] of Object.entries(excluded)) {
    const loan = loans.find((one) => one.from === from && latest.get(one.to) === seq && !latest.has(from))
    const isRight = loan && (why === "suspended" || why === "left")
    must(isRight, "excludedDelegations", "one is not with its delegate's latest ballot")
    if (loan) loan.isExcluded = true
  }
}
/** Yields requests for work by slices, several at a time, and goes on with their results. */
function* countAgain({ bytes, must, problems }, given) {
  const { ballots = [], delegations, proposal, proposalDigest, tally, voters = [], ...file } = given
  let [known, where, result] = [0, "file", null]
  try {
    const [hasDelegations, hasBeacon] = [proposal.snapshot.delegations !== undefined, given.beacon !== undefined]
    const more = {
      delegations: hasDelegations,
      beacon: hasBeacon,
      excludedDelegations: hasDelegations && file.excludedDelegations
    }
    const members = [...SITE, ...VOTE, ...Object.keys(more).filter((name) => more[name])]
    if (problems.length === 0) hasMembers(given, members, "file", must)
    const isVersion = file.schema === `ballots/${proposal.v}` && proposal.v === version(proposal)
    must(isVersion && digestOf(file.howTo) === HOW_TO, "schema", "it or its explanation is another")
    must(digestOf(proposal) === proposalDigest && proposal.networkId === file.networkId, "proposal", "another digest")
    for (const [name, list] of Object.entries({ voters, delegations: delegations ?? [], ballots }))
      must(list instanceof Lines || canonical(list) === "[]", name, "no list")
    const context = { file, hasTally: tally !== null, proposal, proposalDigest }
    const asks = [asked("digest", voters), asked("digest", delegations), asked("voters", voters)]
    asks.push(asked("loans", delegations, context), asked("ballots", ballots, context))
    const [[digest = EMPTY], [delegationsHash = EMPTY], ...slices] = yield { asks, bytes }
    for (const [at, name] of ["voter", "delegation", "ballot"].entries())
      for (const { problems: some } of slices[at])
        for (const [row, words] of some) must(false, `${name} ${row + 1}`, words)
    const [people, delegated] = slices.map((some) => some.flatMap(({ all }) => all))
    where = "voters"
    const weights = new Map(people.map((voter) => [voter?.account, voter?.weight]))
    must(digest === proposal.snapshot.digest, where, "not the list that was frozen")
    const total = decimal(sum(people.map((voter) => units(voter?.weight ?? "0"))))
    must(total === proposal.snapshot.eligibleWeight, where, "not the weight that was frozen")
    where = "delegations"
    const loans = loansIn(delegated, delegationsHash, given, weights, must)
    where = "ballots"
    const followed = follow(slices[2], given, weights, must)
    known = followed.known
    exclude(file.excludedDelegations ?? {}, loans ?? [], followed.entries, must)
    where = "beacon"
    const isRight = file.beacon === undefined || isBeacon(file.beacon, proposal)
    must(isRight, where, "it is not the signature of the vote's round")
    must(tally === null || !proposal.beacon || file.beacon, where, "without it nothing opens")
    where = "tally"
    if (tally !== null && problems.length === 0 && proposal.beacon)
      result = yield* openAll(bytes, { beacon: file.beacon, loans, proposal, tally }, ballots, followed.entries)
    else if (tally !== null && !proposal.beacon)
      result = count(proposal, followed.entries, loans, new Set(), file.beacon?.signature)
    if (problems.length === 0 || !proposal.beacon)
      must(canonical(result) === canonical(tally), where, "the count gives another result")
  } catch {
    must(false, where, NO_FORM)
  }
  return { known, result, ballots: ballots?.length ?? 0 }
}
/** @param note about the layout; undefined while it is unknown whether it is the published one. */
function* checkBallots(bytes, problems, note) {
  let isOdd = false
  const must = (isRight, where, words) => {
    if (isRight) return
    isOdd ||= words === ODD
    if (problems.length < TOLD) problems.push(`${where}: ${words}`)
  }
  const { file, odd } = linesOf(bytes)
  for (const where of odd) must(false, where, ODD)
  const found = isOdd && note === undefined ? {} : yield* countAgain({ bytes, must, problems }, file)
  return { ...found, ...(note === undefined && { isOdd }), problems, note: note ?? "" }
}
/** Returns every problem, ballots by their number, and the count. */
function* checkAll(given) {
  const start = given.toString("utf8", 0, 65_536)
  if (isBlt(start)) return countBlt(given.toString("utf8"))
  const { isOdd, ...asPublished } = yield* checkBallots(given, [], undefined)
  if (!isOdd) return asPublished
  const problems = []
  const must = (isRight, where, words) => isRight || problems.push(`${where}: ${words}`)
  let schema = "file"
  try {
    const { bytes, note, value } = readAnew(given, must)
    schema = value?.schema ?? ""
    if (!Object.hasOwn(OTHERS, schema)) return yield* checkBallots(bytes, problems, note)
    return { said: OTHERS[schema](value, must), problems, note }
  } catch {
    const words =
      schema === "file" ? "it is not as we publish it, and cannot be read otherwise" : "it has not the form it names"
    must(false, "file", words)
    return { said: "", problems, note: "" }
  }
}
/** Does all slices on this thread. */
const respond = ({ asks, bytes }, progress = () => {}) =>
  asks.map(({ kind, slices, ...ask }) =>
    Array.from({ length: slices }, (_, slice) => {
      progress(kind, slice, slices)
      return KINDS[kind](bytes, ask, slice)
    })
  )
/**
 * Checks a text on this thread alone.
 * @type {(text: string) => { problems: string[], note: string, ballots?: number, known?: number, result?: any, said?: string }}
 */
export const check = (text) => {
  const work = checkAll(Buffer.from(text))
  let step = work.next()
  while (!step.done) step = work.next(respond(step.value))
  return step.value
}
const LOST = "A thread of this check ended before its work was done. That says nothing about the file: check it again."
/** Threads that share the bytes of a file. Each has one more slice queued, so that it never waits for this thread. */
const startThreads = (bytes) => {
  const start = () => new Worker(new URL(import.meta.url), { workerData: { bytes } })
  const workers = Array.from({ length: Math.min(availableParallelism(), 16) }, start)
  const run = (asks, progress) =>
    new Promise((resolve) => {
      const results = asks.map(() => [])
      const open = asks.flatMap(({ slices }, at) => Array.from({ length: slices }, (_, slice) => ({ at, slice })))
      let [given, done] = [0, 0]
      const give = (worker) => given < open.length && worker.postMessage(open[given++])
      for (const worker of workers) {
        worker.removeAllListeners()
        worker.on("error", () => stop(LOST)).on("exit", () => stop(LOST))
        worker.on("message", ({ at, result, slice }) => {
          results[at][slice] = result
          done += 1
          progress(asks[at].kind, done, open.length)
          if (done === open.length) resolve(results)
          else give(worker)
        })
        worker.postMessage({ asks })
        give(worker)
        give(worker)
      }
    })
  const end = () => {
    for (const worker of workers) worker.removeAllListeners().terminate()
  }
  return { bytes, end, run }
}
/** Few enough slices that starting threads would take longer. Opening a sealed ballot weighs 20 times as much. */
const isSmall = ({ asks }) => asks.reduce((all, { kind, slices }) => all + slices * (kind === "open" ? 20 : 1), 0) <= 30
/** Checks the bytes of a file on one thread per core. */
const checkInThreads = async (given, progress) => {
  const work = checkAll(given)
  let [threads, step] = [null, work.next()]
  while (!step.done) {
    const { asks, bytes } = step.value
    const isAlone = isSmall(step.value) || availableParallelism() < 2
    if (!isAlone && threads?.bytes !== bytes) {
      threads?.end()
      threads = startThreads(bytes)
    }
    step = work.next(isAlone ? respond(step.value, progress) : await threads.run(asks, progress))
  }
  threads?.end()
  return step.value
}
const HOW = "Say which file: npm run verify -- ballots.json"
const WHY = { ENOENT: "is not there", EISDIR: "is a folder", EACCES: "may not be read" }
/** Into memory that the threads share. */
const readBytes = (path) => {
  if (path === undefined) return stop(HOW)
  try {
    const file = openSync(path)
    const { mtimeMs, size } = fstatSync(file)
    const bytes = Buffer.from(new SharedArrayBuffer(size))
    for (let at = 0, read = 1; at < size && read > 0; at += read) read = readSync(file, bytes, at, size - at, at)
    const now = fstatSync(file)
    closeSync(file)
    if (now.size !== size || now.mtimeMs !== mtimeMs) stop(`${path} was changed while it was read. ${HOW}`)
    return isUtf8(bytes) ? bytes : stop(`${path} is not UTF-8 text. ${HOW}`)
  } catch (error) {
    return stop(`${path} ${WHY[error.code] ?? "cannot be read"}. ${HOW}`)
  }
}
if (!isMainThread && workerData?.bytes instanceof Uint8Array) {
  const bytes = Buffer.from(workerData.bytes.buffer)
  let asks = []
  parentPort.on("message", ({ asks: next, at, slice }) => {
    if (next === undefined) parentPort.postMessage({ at, slice, result: KINDS[asks[at].kind](bytes, asks[at], slice) })
    else asks = next
  })
} else if (process.argv[1]?.endsWith("verify.mjs")) {
  const reportOpened = (kind, done, all) => {
    if (kind === "open") console.info(`${Math.floor((100 * done) / all)}% of the sealed ballots opened`)
  }
  const { ballots, known, note, problems, result, said } = await checkInThreads(
    readBytes(process.argv[2]),
    reportOpened
  )
  const right = `✓ ${said ?? `All ${ballots} ballots check out; ${known} keys by their address alone.`}`
  const wrong = problems.map((one) => `✗ ${one}`)
  if (problems.length === TOLD) wrong.push("✗ and more, which are not told")
  if (note !== "") console.info(note)
  console.info(problems.length === 0 ? right : wrong.join("\n"))
  if (result !== undefined || said === undefined) console.info(JSON.stringify(result))
  process.exitCode = Math.min(problems.length, 1)
}
