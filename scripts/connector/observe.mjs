#!/usr/bin/env node
/**
 * Runs the official toolkit on every kind of request and writes what it sends to tests/vectors/toolkit.json, which our
 * connector is compared with (tests/connector/toolkit.test.ts). With `--check` it writes nothing and fails if the file
 * differs.
 *
 * The toolkit is not a dependency: this fetches the pinned version into `.cache` through npm.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"

const NAME = "@radixdlt/radix-dapp-toolkit"
const VERSION = "2.3.0"
const CACHE = resolve(`.cache/toolkit-${VERSION}`)
const FILE = resolve("tests/vectors/toolkit.json")
const DAPP = "account_tdx_2_12yf9gd53yfep7a669fv2t3wm7nz9zeezwd04n02a433ker8vza6rhe"
const NETWORK = 2
const CHALLENGE = "17ca9f21bd1b38db43923025d7de1311d6f598989474f1434ded8eed806d2c57"
const LARGEST = 2 ** 53 - 1

if (!existsSync(resolve(CACHE, "node_modules", NAME))) {
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(resolve(CACHE, "package.json"), '{ "private": true, "type": "module" }')
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save"]
  execFileSync("npm", ["install", ...flags, "--prefix", CACHE, `${NAME}@${VERSION}`], { stdio: "inherit" })
}

// The parts of a page that the toolkit uses.
const kept = new Map()
const events = new EventTarget()
Object.assign(globalThis, {
  window: globalThis,
  location: { origin: "https://dapp.example", href: "https://dapp.example/" },
  localStorage: {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, String(value)),
    removeItem: (key) => kept.delete(key)
  },
  StorageEvent: class extends Event {},
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events)
})
const entry = createRequire(resolve(CACHE, "package.json")).resolve(NAME)
const { RadixDappToolkit, SubintentRequestBuilder, toWalletRequest } = await import(
  pathToFileURL(entry.replace(/\.cjs$/, ".js")).href
)

/** As serialized: keys with the value undefined are gone. */
const sent = (value) => JSON.parse(JSON.stringify(value))

// -- requests for data ---------------------------------------------------------------------------------------------

const exactly = (quantity) => ({ quantifier: "exactly", quantity })
const atLeast = (quantity) => ({ quantifier: "atLeast", quantity })
const accounts = [undefined, {}, { numberOfAccounts: exactly(2), withProof: true }, { reset: true }]
const personaData = [
  undefined,
  { fullName: true, reset: true },
  { emailAddresses: atLeast(1), phoneNumbers: exactly(1) }
]
const personas = [undefined, { withProof: false }, { withProof: true }]
const proofs = [undefined, { accountAddresses: ["account_tdx_2_1a"], identityAddress: "identity_tdx_2_1persona" }]
const persona = { identityAddress: "identity_tdx_2_1persona", label: "Alice" }
const modes = [
  { isConnect: true, oneTime: false },
  { isConnect: false, oneTime: false },
  { isConnect: false, oneTime: true }
]

const dataRequests = () =>
  accounts.flatMap((account) =>
    personaData.flatMap((data) =>
      personas.flatMap((who) =>
        proofs.flatMap((proof) =>
          modes.flatMap((mode) =>
            [undefined, persona].map((known) => {
              const dataRequestState = sent({
                accounts: account,
                personaData: data,
                persona: who,
                proofOfOwnership: proof
              })
              const isProof = account?.withProof || who?.withProof || proof !== undefined
              const challenge = isProof ? { challenge: CHALLENGE } : {}
              const walletData = { accounts: [], personaData: [], proofs: [], ...(known && { persona: known }) }
              const made = toWalletRequest({ ...mode, ...challenge, dataRequestState, walletData })
              if (made.isErr()) throw new Error(`no request for ${JSON.stringify(dataRequestState)}`)
              return { ...mode, ...challenge, isKnown: known !== undefined, dataRequestState, items: sent(made.value) }
            })
          )
        )
      )
    )
  )

// -- transactions and pre-authorizations, through the toolkit's own calls ------------------------------------------

/** Captures with the toolkit's interceptor what a call sends. No wallet responds, so the call is not awaited. */
const observe = (call) =>
  new Promise((done, fail) => {
    const toolkit = RadixDappToolkit({
      networkId: NETWORK,
      dAppDefinitionAddress: DAPP,
      applicationName: "Observed",
      applicationVersion: "1.0.0",
      requestInterceptor: async (request) => {
        const { interactionId: _, ...interaction } = request
        done(sent(interaction))
        return request
      }
    })
    setTimeout(() => fail(new Error("the toolkit sent nothing")), 5_000).unref()
    void call(toolkit.walletApi)
  })

const transactions = [
  { transactionManifest: "M" },
  { transactionManifest: "M", version: 2 },
  { transactionManifest: "M", message: "hello", blobs: ["deadbeef", "beefdead"] },
  { transactionManifest: "M", message: "", blobs: [] }
]

const header = { startEpochInclusive: 1, endEpochExclusive: 8641, intentDiscriminator: 7 }
const headers = [
  undefined,
  header,
  { ...header, minProposerTimestampInclusive: 1_800_000_000 },
  { ...header, maxProposerTimestampExclusive: 1_900_000_000 },
  { ...header, minProposerTimestampInclusive: 0, maxProposerTimestampExclusive: LARGEST },
  { startEpochInclusive: LARGEST - 1, endEpochExclusive: LARGEST, intentDiscriminator: LARGEST },
  { startEpochInclusive: 0, endEpochExclusive: 0, intentDiscriminator: 0 }
]
const extras = [
  {},
  { blobs: ["deadbeef", "beefdead"] },
  { message: "hello" },
  { blobs: ["deadbeef"], message: "" },
  { blobs: [], message: "hello" }
]
const expirations = [
  ["atTime", 1_800_000_000],
  ["atTime", LARGEST],
  ["afterDelay", 60],
  ["afterDelay", LARGEST]
]
const preAuthorizations = headers.flatMap((given) =>
  extras.flatMap((extra) =>
    expirations.map(([type, value]) => ({
      manifest: "YIELD_TO_PARENT;",
      expiration: { type, value },
      ...extra,
      ...(given === undefined ? {} : { header: given })
    }))
  )
)
const built = ({ blobs, expiration, header: given, manifest, message }) => {
  const begun = SubintentRequestBuilder().manifest(manifest)
  const bounded = given === undefined ? begun : begun.header({ ...given })
  const api = bounded.setExpiration(expiration.type, expiration.value)
  if (blobs !== undefined) api.addBlobs(...blobs)
  if (message !== undefined) api.message(message)
  return api
}

const observed = async (inputs, call) => {
  const cases = []
  for (const input of inputs) cases.push({ input, items: (await observe((api) => call(api, input))).items })
  return cases
}

const vectors = {
  about: `What ${NAME} ${VERSION} sends, observed by running it: scripts/connector/observe.mjs.`,
  version: VERSION,
  metadata: (await observe((api) => api.sendTransaction({ transactionManifest: "M" }))).metadata,
  dataRequests: dataRequests(),
  transactions: await observed(transactions, (api, input) => api.sendTransaction({ ...input })),
  preAuthorizations: await observed(preAuthorizations, (api, input) => api.sendPreAuthorizationRequest(built(input)))
}
// Formats one case per line.
const lines = (cases) => `[\n${cases.map((each) => `  ${JSON.stringify(each)}`).join(",\n")}\n ]`
const text = `{\n${Object.entries(vectors)
  .map(([name, value]) => ` "${name}": ${Array.isArray(value) ? lines(value) : JSON.stringify(value)}`)
  .join(",\n")}\n}\n`
if (process.argv.includes("--check")) {
  if (readFileSync(FILE, "utf8") !== text) throw new Error(`${FILE} is not what ${NAME} ${VERSION} sends`)
} else writeFileSync(FILE, text)
process.exit(0)
