// @ts-nocheck It reads what strangers wrote: each field is compared with what it must be, none is believed.
/** `npm run verify -- file.json`: counts a ballot file again without the site, its code or a network (/resources/recount). */
import { createPublicKey, verify } from "node:crypto"
import { readFileSync } from "node:fs"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { blake2b } from "@noble/hashes/blake2.js"

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
/** A member a line, an item of a list a line, each in its one form; what is not is named. */
const read = (text, must) => {
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
const count = ({ choices, quorumPct, seats, snapshot, thresholdPct, voteType }, all) => {
  const latest = [...new Map(all.map((entry) => [entry.ballot.account, entry])).values()]
  const ballots = latest.map(({ ballot, weight }) => ({ choice: ballot.choice, weight: units(weight) }))
  const keys = choices.map(({ key }) => key)
  const points = (choice, key) => {
    if (!Array.isArray(choice)) return BigInt(typeof choice === "string" ? (choice === key) * 100 : (choice[key] ?? 0))
    return (voteType === "ranked" ? choice[0] === key : choice.includes(key)) ? 100n : 0n
  }
  const totals = new Map(keys.map((key) => [key, sum(ballots.map((b) => (b.weight * points(b.choice, key)) / 100n))]))
  const votes = (key) => totals.get(key)
  const weightCast = sum(ballots.map(({ weight }) => weight))
  const reaches = (some, whole, percent) => some * 10000n >= BigInt(Math.round(percent * 100)) * whole
  const over = (some, all) => (thresholdPct > 50 ? all > 0n && reaches(some, all, thresholdPct) : some * 2n > all)
  const quorumReached = ballots.length > 0 && reaches(weightCast, units(snapshot.eligibleWeight), quorumPct)
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
  const voters = (key) => ballots.filter(({ choice }) => points(choice, key) > 0n).length
  const perChoice = keys.map((key) => ({ key, votes: decimal(votes(key)), voters: voters(key) }))
  const sums = { ballots: all.length, voters: ballots.length, weightCast: decimal(weightCast), perChoice }
  return { ...sums, outcome, quorumReached, rounds, thresholdReached, tied, winners: quorumReached ? winners : [] }
}
const total = (voters) => decimal(sum(voters.map(({ weight }) => units(weight))))
/** Everything that does not hold, ballots by their number; and the count. */
export const check = (text) => {
  const [problems, latest] = [[], new Map()] // latest digest by account
  const must = (isRight, where, words) => isRight || problems.push(`${where}: ${words}`)
  const { ballots = [], headHash, proposal, proposalDigest, tally, voters = [], ...file } = read(text, must)
  let [known, head, where, result] = [0, proposalDigest, "file", null]
  try {
    const weights = new Map(voters.map(({ account, weight }) => [account, weight]))
    must(file.schema === "ballots/1" && digestOf(file.howTo) === HOW_TO, "schema", "it or its explanation is another")
    must(digestOf(proposal) === proposalDigest && proposal.networkId === file.networkId, "proposal", "another digest")
    must(digestOf(voters) === proposal.snapshot.digest, "voters", "not the list that was frozen")
    must(total(voters) === proposal.snapshot.eligibleWeight, "voters", "not the weight that was frozen")
    for (const [index, { ballot, digest, entryHash, prevHash, proof, seq, weight }] of ballots.entries()) {
      where = `ballot ${index + 1}`
      const link = hash(hex(prevHash), hex(digest), hex(proof.signature)).toString("hex")
      must(isSigned(file, proof, digest), where, "its signature does not fit its digest")
      must(seq === index + 1 && prevHash === head && link === entryHash, where, "its place in the chain does not fit")
      head = entryHash
      if (ballot === null && tally === null) continue
      must(digestOf(ballot) === digest, where, "its digest does not fit its text")
      must(ballot.proposalDigest === proposalDigest, where, "it is for another vote")
      must(ballot.supersedes === (latest.get(ballot.account) ?? null), where, "it replaces another ballot")
      must(weights.get(ballot.account) === weight, where, "its weight is not the one on the list")
      latest.set(ballot.account, digest)
      known += accountOf(proof, file.networkId) === ballot.account
    }
    must(head === headHash, "headHash", "it is not the last ballot's")
    result = tally === null ? null : count(proposal, ballots)
    must(canonical(result) === canonical(tally), "tally", "the count gives another result")
  } catch (error) {
    must(false, where, error.message)
  }
  return { problems, known, result, ballots: ballots?.length ?? 0 }
}
if (process.argv[1]?.endsWith("verify.mjs")) {
  const { ballots, known, problems, result } = check(readFileSync(process.argv[2] ?? "", "utf8"))
  const right = `✓ All ${ballots} ballots check out; ${known} keys by their address alone.`
  console.info(problems.length === 0 ? right : problems.map((one) => `✗ ${one}`).join("\n"), JSON.stringify(result))
  process.exitCode = Math.min(problems.length, 1)
}
