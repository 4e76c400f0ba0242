// @ts-nocheck It reads what strangers wrote: each field is compared with what it must be, none is believed.
/**
 * `npm run verify -- file.json`: counts a ballot file again without the site, its code or a network, and checks signed
 * statements and receipts as far as a file alone can tell (/resources/ballot-file describes them).
 */
import { createPublicKey, verify } from "node:crypto"
import { readFileSync } from "node:fs"

const stop = (words) => {
  console.error(words)
  process.exit(2)
}
const NEEDS = "This check needs packages that are not installed. Run this first, in the project's folder: npm install"
const packages = [
  import("@noble/curves/secp256k1.js"),
  import("@noble/hashes/blake2.js"),
  import("@noble/curves/bls12-381.js"),
  import("@noble/ciphers/chacha.js"),
  import("@noble/hashes/sha2.js")
]
const [{ secp256k1 }, { blake2b }, { bls12_381: bls }, { xchacha20poly1305 }, { sha256 }] = await Promise.all(
  packages
).catch(() => stop(NEEDS))

const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)}}`
}
const hash = (...parts) => Buffer.from(blake2b(Buffer.concat(parts.map((part) => Buffer.from(part))), { dkLen: 32 }))
const digestOf = (value) => hash(canonical(value)).toString("hex")
const hex = (text) => Buffer.from(text, "hex")
const sum = (all) => all.reduce((total, one) => total + one, 0n)
/** Weights and votes as integers of 10^-20, and back. */
const units = (text) => BigInt(text.split(".")[0] + (text.split(".")[1] ?? "").padEnd(20, "0"))
const decimal = (n) => `${n / 10n ** 20n}.${String(n % 10n ** 20n).padStart(20, "0")}`.replace(/\.?0+$/, "")
const HOW_TO = "5003b29f8d130b941c3cde1f988638eaf888d3494609664b2e498ec542e4e1bb" // digest of the file's own explanation
/** The members that nothing signs or hashes as a whole; the others are covered by a digest. */
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
/** What two readers may understand differently: a member that stands twice, a number in another form. */
const isPlain = (text, must) => {
  const levels = []
  let isName = false
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]|-?\d[\d.eE+-]*/g)) {
    const where = () => `line ${text.slice(0, index).split("\n").length}`
    const names = levels.at(-1)
    if (token === "{" || token === "[") levels.push(token === "{" ? new Set() : null)
    else if (token === "}" || token === "]") levels.pop()
    else if (token !== "," && token[0] !== '"') must(String(Number(token)) === token, where(), `the number ${token}`)
    else if (token[0] === '"' && isName && names) {
      const name = JSON.parse(token)
      must(!names.has(name), where(), `the member “${name}” stands there twice`)
      names.add(name)
    }
    isName = token === "{" || (token === "," && levels.at(-1) != null)
  }
}
const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {} // Undefined is no JSON.
}
/** As we publish it: a member a line, an item of a list a line, each in its one form; what is not is named. */
const readLines = (text, must) => {
  const file = {}
  let list = null
  for (const [at, line] of text.split("\n").slice(1, -2).entries()) {
    const [, name, value] = /^(?:"(\w+)":)?(.*?),?$/s.exec(line)
    const [opens, closes] = [list === null && value === "[", value === "]"]
    let item = opens ? [] : {}
    try {
      if (!opens && !closes) item = JSON.parse(value)
    } catch {} // It stays empty, which is not what stands there.
    const place = list !== null && list === file.ballots ? `ballot ${list.length + 1}` : `line ${at + 2}`
    must(opens || closes || canonical(item) === value, place, "no JSON in its one form")
    if (list === null) file[name] = item
    else if (!closes) list.push(item)
    if (opens || closes) list = opens ? item : null
  }
  must(text.startsWith('{\n"') && text.endsWith("\n}\n"), "file", "its first or last line is another")
  return file
}
/** Content decides; `note` says that the layout is another one than ours. */
const read = (text, must) => {
  const [value, lines] = [parse(text.replace(/^\uFEFF/, "")), []]
  const byLine = readLines(text.replaceAll("\r\n", "\n"), (isRight, ...where) => isRight || lines.push(where))
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    for (const [where, words] of lines) must(false, where, words)
    return { file: byLine, note: "" }
  }
  isPlain(text, must)
  const isOurs = `${canonical(value)}\n` === text || (lines.length === 0 && !text.includes("\r\n"))
  return { file: value, note: isOurs ? "" : "The content is the same; the layout is not the one we publish." }
}
const isSigned = ({ dAppDefinitionAddress: dapp, origin }, { curve, publicKey, signature }, digest) => {
  const signed = hash("R", hex(digest), Uint8Array.of(dapp.length), dapp, origin)
  if (!/^[0-9a-f]+$/.test(publicKey + signature)) return false
  const recovered = { prehash: false, format: "recovered" }
  if (curve === "secp256k1") return secp256k1.verify(hex(signature), signed, hex(publicKey), recovered)
  const key = { kty: "OKP", crv: "Ed25519", x: hex(publicKey).toString("base64url") }
  return curve === "curve25519" && verify(null, signed, createPublicKey({ key, format: "jwk" }), hex(signature))
}
const LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const polymod = (sum, word) =>
  GENERATOR.reduce((s, g, bit) => ((sum >>> (25 + bit)) & 1 ? s ^ g : s), ((sum & 0x1ffffff) << 5) ^ word)
/** The account whose address derives from a key: Bech32m (BIP-350) over kind and key hash. */
const accountOf = ({ curve, publicKey }, network) => {
  const prefix = `account_${network === 1 ? "rdx" : `tdx_${network.toString(16)}_`}`
  const body = Buffer.of(curve === "secp256k1" ? 0xd1 : 0x51, ...hash(hex(publicKey)).subarray(3)).toString("hex")
  const words = Array.from({ length: 48 }, (_, at) => Number((BigInt(`0x${body}`) >> BigInt(235 - 5 * at)) & 31n))
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  const all = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words, 0, 0, 0, 0, 0, 0]
  const check = all.reduce(polymod, 1) ^ 0x2bc830a3
  const tail = [25, 20, 15, 10, 5, 0].map((shift) => (check >>> shift) & 31)
  return `${prefix}1${[...words, ...tail].map((word) => LETTERS[word]).join("")}`
}
/** Instant run-off: the last leaves; level, who has fewer first places; level again, who is further down the list. */
const runOff = (keys, ballots, first, rounds = [], still = keys) => {
  const next = ({ choice }) => choice.find((key) => still.includes(key))
  const now = (key) => sum(ballots.filter((one) => next(one) === key).map(({ weight }) => weight))
  const winner = still.find((key) => 2n * now(key) > sum(still.map(now)))
  const level = (a, b) => Number(now(a) - now(b) || first(a) - first(b)) || keys.indexOf(b) - keys.indexOf(a)
  const eliminated = winner === undefined ? [...still].sort(level)[0] : null
  const votes = still.map((key) => ({ key, votes: decimal(now(key)) }))
  const told = [...rounds, { votes, exhausted: decimal(now(undefined)), eliminated }]
  if (winner !== undefined || still.length < 2) return { rounds: told, winners: [winner] }
  const left = still.filter((key) => key !== eliminated)
  return runOff(keys, ballots, first, told, left)
}
/** A fraction as it stands, or a percentage in hundredths. Version 2: fractions, quadratic points, lent votes, sealing. */
const ratio = (share) =>
  typeof share === "string" ? share.split("/").map(BigInt) : [BigInt(share.toFixed(2).replace(".", "")), 10000n]
const version = ({ beacon, snapshot, thresholdPct: share, voteType }) => {
  if (typeof share !== "number") return /^(1\/2|2\/3|[34]\/5|3\/4)$/.test(share) && 2
  return voteType === "quadratic" || snapshot.delegations !== undefined || beacon !== undefined ? 2 : 1
}
/** Quadratic points: whole numbers, whose squares add up to 1 to 100 credits; each member weighs the same. */
const isPaid = ({ choices, weightMode }, choice) => {
  const points = typeof choice === "object" && !Array.isArray(choice) ? Object.entries(choice ?? {}) : []
  const isGiven = ([key, n]) => choices.some((one) => one.key === key) && Number.isInteger(n) && n >= 0
  const cost = points.every(isGiven) ? points.reduce((all, [, n]) => all + n * n, 0) : 0
  return weightMode === "member" && cost >= 1 && cost <= 100
}
const WHOLE = 10n ** 20n
/** The most lent weight one person may use: a share of all weight, whole in votes by member, of ten voters or more. */
const limitOf = ({ snapshot, weightMode }) => {
  const { limitPct } = snapshot.delegations
  if (limitPct >= 100 || snapshot.eligibleCount < 10) return null
  const share = (units(snapshot.eligibleWeight) * BigInt(limitPct)) / 100n
  if (weightMode !== "member") return share - (share % 100n)
  return share < WHOLE ? WHOLE : share - (share % WHOLE)
}
/** What each delegate with a ballot adds to it, from lenders without one, spoilt ones too; and what became of all that was lent. */
const lend = (proposal, loans, latest, lost) => {
  const of = (some) => sum(some.map(({ weight }) => units(weight)))
  const [limit, open] = [limitOf(proposal), loans.filter(({ from }) => !latest.has(from) && !lost.has(from))]
  const offered = [...new Set(open.map(({ to }) => to))].filter((to) => latest.has(to))
  const added = offered.map((to) => {
    const all = of(open.filter((loan) => loan.to === to))
    const weight = limit !== null && all > limit ? limit : all
    return { choice: latest.get(to).ballot.choice, weight, over: all - weight }
  })
  const [given, idle] = [of(loans), of(open.filter(({ to }) => !latest.has(to)))]
  return { added, parts: { given, voted: given - of(open), over: sum(added.map(({ over }) => over)), idle } }
}
/** Sealed ballots (docs/votes.md): pairings of BLS12-381, bytes as drand's timelock has them. */
const { G1, G2, fields } = bls
const big = (n, length) =>
  Buffer.from(
    BigInt(n)
      .toString(16)
      .padStart(length * 2, "0"),
    "hex"
  )
const xor = (one, other) => one.map((byte, at) => byte ^ other[at])
const tagged = (tag, ...parts) => sha256(Buffer.concat([Buffer.from(tag), ...parts]))
const pair = (point, other) => bls.pairing(point, other)
const inGroup = (group, text) => {
  const point = group.Point.fromHex(text)
  point.assertValidity()
  return point
}
const roundPoint = (round) =>
  G1.Point.fromAffine(
    G1.hashToCurve(sha256(big(round, 8)), { DST: "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_" }).toAffine()
  )
const isOfRound = ({ publicKey, round, signature }) =>
  fields.Fp12.eql(pair(inGroup(G1, signature), G2.Point.BASE), pair(roundPoint(round), inGroup(G2, publicKey)))
const fp6 = ({ c0, c1, c2 }) => [c2, c1, c0].flatMap((part) => [big(part.c1, 48), big(part.c0, 48)])
const h2 = ({ c0, c1 }) => tagged("IBE-H2", ...[c1, c0].flatMap(fp6))
const h3 = (sigma, key) => {
  const seed = tagged("IBE-H3", sigma, key)
  for (let n = 1; ; n += 1) {
    const digest = sha256(Buffer.concat([Buffer.of(n & 255, n >> 8), seed]))
    digest[0] >>= 1
    const scalar = BigInt(`0x${Buffer.from(digest).toString("hex")}`)
    if (scalar > 0n && scalar < fields.Fr.ORDER) return scalar
  }
}
/** Of so many UTF-16 code units, and with a UTF-8 form: no half of a surrogate pair. */
const isText = (value, most) => typeof value === "string" && value.length <= most && !/\p{Cs}/u.test(value)
/** Choice and reason of a body, with its key; undefined where it holds none. */
const readBody = ({ body, nonce }, key) => {
  const bytes = xchacha20poly1305(key, hex(nonce)).decrypt(hex(body))
  const content = parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes))
  const isContent =
    Object.keys(content ?? {})
      .sort()
      .join() === "choice,reason" && isText(content.reason, 500)
  return isContent ? content : undefined
}
/** What a sealed part holds; undefined where it does not open: it is spoilt, and not counted. */
const open = ({ U, V, W, ...rest }, signature) => {
  try {
    const u = inGroup(G2, U)
    const sigma = xor(hex(V), h2(pair(inGroup(G1, signature), u)))
    const key = xor(hex(W), tagged("IBE-H4", sigma))
    return G2.Point.BASE.multiply(h3(sigma, key)).equals(u) ? readBody(rest, key) : undefined
  } catch {} // Undefined is spoilt.
}
/** Of one length in a vote: the longest choice and 2,048 bytes for the reason, and 16 of the cipher. */
const sealedBytes = ({ choices, voteType }) => {
  const keys = choices.map(({ key }) => key)
  const points = canonical(Object.fromEntries(keys.map((key) => [key, 100])))
  const longest = { basic: keys, single: keys, approval: [], ranked: [] }[voteType]?.map((key) => key.length + 2)
  const list = canonical(keys).length
  const choice =
    voteType === "weighted" || voteType === "quadratic" ? points.length : longest?.length ? Math.max(...longest) : list
  return '{"choice":,"reason":""}'.length + choice + 2048 + 16
}
/** Whether a vote of these rules offers a choice: what it does not offer is spoilt, where it was sealed. */
const isOffered = (proposal, choice) => {
  const { choices, maxSelections, voteType } = proposal
  const isKey = (key) => choices.some((one) => one.key === key)
  if (voteType === "basic" || voteType === "single") return typeof choice === "string" && isKey(choice)
  if (voteType === "quadratic") return isPaid(proposal, choice)
  if (voteType !== "weighted") {
    const most = voteType === "approval" ? (maxSelections ?? choices.length) : choices.length
    const isList = Array.isArray(choice) && choice.length > 0 && choice.length <= most
    return isList && choice.every(isKey) && new Set(choice).size === choice.length
  }
  if (choice === null || typeof choice !== "object" || Array.isArray(choice)) return false
  const points = Object.values(choice)
  const isWhole = points.every((n) => Number.isInteger(n) && n >= 0 && n <= 100)
  return isWhole && Object.keys(choice).every(isKey) && points.reduce((all, n) => all + n, 0) === 100
}
/** The sealed ballots as the count takes them: opened one by one, which takes some tens of milliseconds each. */
const openAll = ({ beacon, loans, proposal }, ballots, progress) => {
  const latest = new Map(ballots.map(({ ballot, seq }) => [ballot.account, seq]))
  const spoilt = { ballots: [], weight: 0n }
  const lost = new Set() // accounts whose ballot would count and is spoilt
  const counted = ballots.flatMap((entry, at) => {
    const { account, sealed } = entry.ballot
    if (at % 25 === 24) progress(at + 1, ballots.length)
    const content = open(sealed, beacon.signature)
    const isLatest = latest.get(account) === entry.seq
    if (content !== undefined && isOffered(proposal, content.choice)) {
      return isLatest ? [{ ...entry, ballot: { account, ...content } }] : []
    }
    spoilt.ballots.push(entry.seq)
    if (isLatest) {
      spoilt.weight += units(entry.weight)
      lost.add(account)
    }
    return []
  })
  const result = { ...count(proposal, counted, loans, lost), ballots: ballots.length }
  return { ...result, spoilt: { ...spoilt, weight: decimal(spoilt.weight) } }
}
export const count = (proposal, all, loans = null, lost = new Set()) => {
  const { choices, quorumPct, seats, snapshot, thresholdPct, voteType } = proposal
  const latest = new Map(all.map((entry) => [entry.ballot.account, entry]))
  const own = [...latest.values()].map(({ ballot, weight }) => ({ choice: ballot.choice, weight: units(weight) }))
  const { added, parts: lentParts } = loans === null ? { added: [] } : lend(proposal, loans, latest, lost)
  const ballots = [...own, ...added]
  const keys = choices.map(({ key }) => key)
  const points = (choice, key) => {
    if (!Array.isArray(choice)) return BigInt(typeof choice === "string" ? (choice === key) * 100 : (choice[key] ?? 0))
    return (voteType === "ranked" ? choice[0] === key : choice.includes(key)) ? 100n : 0n
  }
  const parts = voteType === "quadratic" ? 1n : 100n
  const votesIn = (some, key) => sum(some.map(({ choice, weight }) => (weight * points(choice, key)) / parts))
  const totals = new Map(keys.map((key) => [key, votesIn(ballots, key)]))
  const votes = (key) => totals.get(key)
  const weightCast = sum(ballots.map(({ weight }) => weight))
  const [[needed, of], [quorum]] = [ratio(thresholdPct), ratio(quorumPct)]
  const over = (some, all) => (2n * needed > of ? all > 0n && some * of >= needed * all : some * 2n > all)
  const quorumReached = ballots.length > 0 && weightCast * 10000n >= quorum * units(snapshot.eligibleWeight)
  const places = voteType === "approval" ? (seats ?? 1) : 1
  const named = keys.filter((key) => votes(key) > 0n)
  const level = (key) => named.filter((other) => other !== key && votes(other) >= votes(key)).length
  const ahead = (key) => named.filter((other) => votes(other) > votes(key)).length
  let winners = named.filter((key) => level(key) < places).sort((a, b) => (votes(a) < votes(b) ? 1 : -1))
  const hasTies = voteType !== "basic" && voteType !== "ranked"
  const tied = hasTies ? named.filter((key) => level(key) >= places && ahead(key) < places) : []
  let rounds = []
  if (voteType === "basic") winners = over(votes("yes"), votes("yes") + votes("no")) ? ["yes"] : []
  if (voteType === "single") winners = winners.filter((key) => over(votes(key), weightCast))
  if (voteType === "ranked" && ballots.length > 0) ({ rounds, winners } = runOff(keys, ballots, votes))
  const thresholdReached = voteType === "basic" || voteType === "single" ? winners.length > 0 : null
  const outcome = !quorumReached ? "noQuorum" : winners.length > 0 ? "passed" : "failed"
  const voters = (key) => own.filter(({ choice }) => points(choice, key) > 0n).length
  const perChoice = keys.map((key) => ({ key, votes: decimal(votes(key)), voters: voters(key) }))
  const sums = { ballots: all.length, voters: own.length, weightCast: decimal(weightCast), perChoice }
  if (loans !== null) {
    const told = Object.entries(lentParts).map(([name, n]) => [name, decimal(n)])
    const perChoice = keys.map((key) => ({ key, votes: decimal(votesIn(added, key)) }))
    sums.lent = { ...Object.fromEntries(told), used: decimal(sum(added.map(({ weight }) => weight))), perChoice }
  }
  return { ...sums, outcome, quorumReached, rounds, thresholdReached, tied, winners: quorumReached ? winners : [] }
}
const total = (voters) => decimal(sum(voters.map(({ weight }) => units(weight))))
const CONFIRM = "complete in itself and not confirmed; this check asks nobody, and anybody could have written it"
/** A receipt of a bond: what its own numbers say. */
const checkBond = (file, must) => {
  const own = BOND_OWN[file.kind] ?? ["subintent"]
  hasMembers(file, [...BOND.split(" "), ...own, ...(file.schema === "bond-receipt/1" ? [] : ["origin"])], "file", must)
  must(["purchase", "redemption", "coupon"].includes(file.kind), "kind", "no receipt of ours is of this kind")
  must(units(file.perUnit) * BigInt(file.units) === units(file.total), "total", "it is not units times price")
  const start = `R-${file.code}-${file.kind === "purchase" ? "" : "P"}`
  must(file.number.startsWith(start) && /^\d+$/.test(file.number.slice(start.length)), "number", "of another series")
  const code = digestOf(file)
    .slice(0, 16)
    .replace(/(.{4})(?=.)/g, "$1 ")
  const asked = `${file.origin ?? "the site that issued it"} and the ledger (${file.transaction})`
  return `Receipt ${file.number} is ${CONFIRM}. Ask ${asked}. Its check code is ${code}.`
}
/** A voter's receipt, or a signed announcement or proposal. */
const checkSigned = (file, must, more = []) => {
  const isReceipt = file.schema.startsWith("ballot-receipt/")
  hasMembers(file, [...SITE, ...(isReceipt ? ENTRY : ["statement", "digest", "proof"]), ...more], "file", must)
  hasMembers(file.proof, PROOF, "proof", must)
  must(digestOf(isReceipt ? file.ballot : file.statement) === file.digest, "digest", "it does not fit the text")
  must(isSigned(file, file.proof, file.digest), "signature", "it does not fit the digest")
  if (!isReceipt) return `This ${file.statement.kind} was signed by a key that names ${file.statement.issuer}.`
  const link = hash(hex(file.prevHash), hex(file.digest), hex(file.proof.signature)).toString("hex")
  must(link === file.entryHash, "entryHash", "the link does not fit digest and signature")
  return `This receipt of ballot ${file.seq} is ${CONFIRM}. Ask ${file.origin}, or look for its entryHash in the ballot file.`
}
/** What a sealed ballot of a voter's own receipt holds: key and sigma are sealed again, and must give what was signed. */
const shownBy = ({ ballot: { sealed }, beacon, opens }) => {
  const [key, sigma] = [hex(opens.key), hex(opens.sigma)]
  const r = h3(sigma, key)
  const mask = h2(pair(roundPoint(beacon.round).multiply(r), inGroup(G2, beacon.publicKey)))
  const again = [
    G2.Point.BASE.multiply(r).toHex(),
    ...[xor(sigma, mask), xor(key, tagged("IBE-H4", sigma))].map((bytes) => Buffer.from(bytes).toString("hex"))
  ]
  return again.join() === [sealed.U, sealed.V, sealed.W].join() ? readBody(sealed, key) : undefined
}
const checkSealedReceipt = (file, must) => {
  const said = checkSigned(file, must, ["beacon", "opens"])
  hasMembers(file.beacon, ["chain", "publicKey", "round"], "beacon", must)
  hasMembers(file.opens, ["key", "sigma"], "opens", must)
  const isHex = /^[0-9a-f]{64},[0-9a-f]{64}$/.test([file.opens.key, file.opens.sigma].join())
  const content = isHex ? shownBy(file) : undefined
  must(content !== undefined, "opens", "the key kept with it is not the one that was sealed, or it holds no choice")
  const { choice, reason } = content ?? {}
  return `${said} Sealed to round ${file.beacon.round} were the choice ${canonical(choice)} and the reason “${reason}”.`
}
const SIGNED = { "ballot-receipt/1": checkSigned, "statement/1": checkSigned }
const OTHERS = {
  ...SIGNED,
  "ballot-receipt/2": checkSealedReceipt,
  "bond-receipt/1": checkBond,
  "bond-receipt/2": checkBond
}

/** Everything that does not hold, ballots by their number; and the count. */
export const check = (text, progress = () => {}) => {
  const problems = []
  const must = (isRight, where, words) => isRight || problems.push(`${where}: ${words}`)
  const { file, note } = read(text, must)
  if (!Object.hasOwn(OTHERS, file.schema ?? ""))
    return { ...countAgain(file, problems, must, progress), problems, note }
  try {
    return { said: OTHERS[file.schema](file, must), problems, note }
  } catch (error) {
    must(false, "file", `it has not the form it names (${error.message})`)
  }
  return { said: "", problems, note }
}
/** Lent votes: signed by the lender, in force when voting opened, each lender once, between two voters on the list. */
const loansIn = ({ delegations, networkId, proposal, ...site }, weights, must) => {
  if (delegations === undefined) return null
  const { count: stated, digest: frozen } = proposal.snapshot.delegations
  must(delegations.length === stated && digestOf(delegations) === frozen, "delegations", "not those that were frozen")
  return delegations.map((line, at) => {
    const [where, { delegation: lent, digest, proof }] = [`delegation ${at + 1}`, line]
    hasMembers(line, ["delegation", "digest", "proof"], where, must)
    must(digestOf(lent) === digest, where, "its digest does not fit its text")
    must(isSigned(site, proof, digest), where, "its signature does not fit its digest")
    const isHere =
      lent.networkId === networkId && lent.community === proposal.community.id && lent.kind === "delegation"
    must(isHere && lent.v === 1, where, "it is for another community")
    const isForKind = lent.kinds === "all" || lent.kinds.includes(proposal.proposalKind)
    const isInTime = lent.madeAt <= proposal.opensAt && proposal.opensAt < lent.until
    const isShort = Date.parse(lent.until) - Date.parse(lent.madeAt) <= 366 * 86_400_000
    must(isForKind && isInTime && isShort, where, "it was not in force for this vote")
    const isBetween = weights.has(lent.from) && weights.has(lent.to) && lent.from !== lent.to
    must(isBetween, where, "it is not between two voters on the list")
    must((delegations[at - 1]?.delegation.from ?? "") < lent.from, where, "its lender is there twice, or out of order")
    return { from: lent.from, to: lent.to, weight: weights.get(lent.from) ?? "0" }
  })
}
/** The part of a ballot that is sealed: its form, as every ballot of this vote has it. */
const isSealed = ({ sealed, ...plain }, proposal) =>
  proposal.beacon === undefined
    ? sealed === undefined
    : !("choice" in plain || "reason" in plain) &&
      Object.keys(sealed ?? {})
        .sort()
        .join() === "U,V,W,body,nonce" &&
      sealed.body.length === 2 * sealedBytes(proposal) &&
      /^[0-9a-f]+$/.test(Object.values(sealed).join("")) &&
      [sealed.U.length, sealed.V.length, sealed.W.length, sealed.nonce.length].join() === "192,64,64,48"
const isBeacon = ({ signature, ...beacon }, proposal) =>
  canonical(beacon) === canonical(proposal.beacon) && isOfRound({ ...beacon, signature })
const countAgain = (given, problems, must, progress) => {
  const latest = new Map() // latest digest by account
  const { ballots = [], headHash, proposal, proposalDigest, tally, voters = [], ...file } = given
  let [known, head, where, result] = [0, proposalDigest, "file", null]
  try {
    const [hasLent, hasBeacon] = [proposal.snapshot.delegations !== undefined, given.beacon !== undefined]
    const members = [...SITE, ...VOTE, ...(hasLent ? ["delegations"] : []), ...(hasBeacon ? ["beacon"] : [])]
    if (problems.length === 0) hasMembers(given, members, "file", must)
    const weights = new Map(voters.map(({ account, weight }) => [account, weight]))
    const isKnown = file.schema === `ballots/${proposal.v}` && proposal.v === version(proposal)
    must(isKnown && digestOf(file.howTo) === HOW_TO, "schema", "it or its explanation is another")
    must(digestOf(proposal) === proposalDigest && proposal.networkId === file.networkId, "proposal", "another digest")
    must(digestOf(voters) === proposal.snapshot.digest, "voters", "not the list that was frozen")
    must(total(voters) === proposal.snapshot.eligibleWeight, "voters", "not the weight that was frozen")
    where = "delegations"
    const loans = loansIn({ ...file, proposal }, weights, must)
    for (const [index, entry] of ballots.entries()) {
      where = `ballot ${index + 1}`
      const { ballot, digest, entryHash, prevHash, proof, seq, weight } = entry
      hasMembers(entry, ENTRY, where, must)
      hasMembers(proof, PROOF, where, must)
      const link = hash(hex(prevHash), hex(digest), hex(proof.signature)).toString("hex")
      must(isSigned(file, proof, digest), where, "its signature does not fit its digest")
      must(seq === index + 1 && prevHash === head && link === entryHash, where, "its place in the chain does not fit")
      head = entryHash
      if (ballot === null && tally === null) continue
      must(digestOf(ballot) === digest, where, "its digest does not fit its text")
      const isInOrder = proposal.voteType !== "quadratic" || proposal.beacon || isPaid(proposal, ballot.choice)
      must(isInOrder, where, "its points are no whole numbers, cost more than 100 credits, or are for no choice")
      must(ballot.proposalDigest === proposalDigest, where, "it is for another vote")
      must(isSealed(ballot, proposal), where, "its sealed part is not as this vote's must be")
      must(ballot.supersedes === (latest.get(ballot.account) ?? null), where, "it replaces another ballot")
      must(weights.get(ballot.account) === weight, where, "its weight is not the one on the list")
      latest.set(ballot.account, digest)
      known += accountOf(proof, file.networkId) === ballot.account
    }
    must(head === headHash, "headHash", "it is not the last ballot's")
    where = "beacon"
    must(
      file.beacon === undefined || isBeacon(file.beacon, proposal),
      where,
      "it is not the signature of the vote's round"
    )
    must(tally === null || !proposal.beacon === !file.beacon, where, "without it nothing opens")
    where = "file"
    if (tally !== null && problems.length === 0 && file.beacon) {
      result = openAll({ beacon: file.beacon, loans, proposal }, ballots, progress)
    } else if (tally !== null && !file.beacon) result = count(proposal, ballots, loans)
    if (problems.length === 0 || !file.beacon)
      must(canonical(result) === canonical(tally), "tally", "the count gives another result")
  } catch (error) {
    must(false, where, error.message)
  }
  return { known, result, ballots: ballots?.length ?? 0 }
}
const HOW = "Say which file: npm run verify -- ballots.json"
const WHY = { ENOENT: "is not there", EISDIR: "is a folder", EACCES: "may not be read" }
const readText = (path) => {
  if (path === undefined) return stop(HOW)
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch (error) {
    return stop(`${path} ${WHY[error.code] ?? "is no text in UTF-8"}. ${HOW}`)
  }
}
if (process.argv[1]?.endsWith("verify.mjs")) {
  const { ballots, known, note, problems, result, said } = check(readText(process.argv[2]), (done, all) =>
    console.info(`${done} of ${all} sealed ballots opened`)
  )
  const right = `✓ ${said ?? `All ${ballots} ballots check out; ${known} keys by their address alone.`}`
  if (note !== "") console.info(note)
  console.info(problems.length === 0 ? right : problems.map((one) => `✗ ${one}`).join("\n"))
  if (said === undefined) console.info(JSON.stringify(result))
  process.exitCode = Math.min(problems.length, 1)
}
