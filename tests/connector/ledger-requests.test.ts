import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { RequestStatusNotOk } from "~/connector/Errors"
import { Wallet } from "~/connector/Wallet"
import { connect, only, snapshot, use } from "./wallet"
import { approve, isRunning, pass, persona, settle } from "./world"

const send = (onTransactionId?: (hash: string) => void) =>
  Effect.flatMap(Wallet, (wallet) =>
    wallet.sendTransaction({ transactionManifest: "m", ...(onTransactionId === undefined ? {} : { onTransactionId }) })
  )
const preAuthorize = (onSubmittedSuccess?: (parent: string) => void) =>
  Effect.flatMap(Wallet, (wallet) =>
    wallet.preAuthorize({
      subintentManifest: "m",
      expiration: { discriminator: "expireAfterDelay", expireAfterSeconds: 3_600 },
      ...(onSubmittedSuccess === undefined ? {} : { onSubmittedSuccess })
    })
  )
const unknown = { status: "Unknown", parentTransactionIntentHash: Option.none() } as const
const committed = { status: "CommittedSuccess", parentTransactionIntentHash: Option.some("txid_parent") } as const
const throwing = () => {
  throw new Error("the page's own mistake")
}

describe("a transaction", () => {
  it.effect("returns its id immediately, and ends when it is final on the ledger", () => {
    const ids: Array<string> = []
    return use(
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(send((id) => ids.push(id)))
        yield* settle
        assert.deepStrictEqual(ids, ["txid_tdx_2_1one"])
        assert.isTrue(yield* isRunning(fiber))
        assert.strictEqual((yield* only).status, "pending")
        assert.strictEqual((yield* snapshot).requests[0]?.transactionIntentHash, "txid_tdx_2_1one")
        yield* pass("2 seconds")
        const response = yield* Fiber.join(fiber)
        assert.deepStrictEqual(response, {
          type: "transaction",
          transactionIntentHash: "txid_tdx_2_1one",
          status: "CommittedSuccess"
        })
        assert.deepStrictEqual(ids, ["txid_tdx_2_1one"])
        assert.strictEqual((yield* only).status, "success")
      }),
      { gateway: { transactions: ["Pending", "CommittedSuccess"] } }
    )
  })

  it.effect.each(["Rejected", "CommittedFailure"] as const)("fails with its final status %s", (status) =>
    use(
      Effect.gen(function* () {
        const error = yield* Effect.flip(send())
        assert.deepInclude({ ...error, tag: error._tag }, { tag: "transactionNotCommitted", status })
        const item = yield* only
        assert.deepInclude({ ...item }, { status: "fail", error: status })
        assert.strictEqual(item.metadata?.transactionStatus, status)
      }),
      { gateway: { transactions: [status] } }
    )
  )

  it.effect("reports the ledger's reason briefly, to the caller and on its line", () =>
    use(
      Effect.gen(function* () {
        const words = `the transaction was not committed: ${"no funds ".repeat(40).slice(0, 300)}`
        assert.strictEqual((yield* Effect.flip(send())).message, words)
        assert.strictEqual((yield* only).errorMessage, words)
      }),
      { gateway: { transactions: [{ status: "CommittedFailure", reason: "no funds ".repeat(40) }] } }
    )
  )

  it.effect("fails when the gateway refuses the query", () =>
    use(
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(send()))._tag, "failedToPoll")
        assert.deepInclude({ ...(yield* only) }, { status: "fail", error: "failedToPoll" })
      }),
      { gateway: { transactions: [new RequestStatusNotOk({ status: 404, reason: "TransactionNotFoundError" })] } }
    )
  )

  it.effect("is not stopped by a callback that throws", () =>
    use(
      Effect.gen(function* () {
        assert.strictEqual((yield* send(throwing)).type, "transaction")
      }),
      { gateway: { transactions: ["CommittedSuccess"] } }
    )
  )

  it.effect("can be ignored; the caller and the wallet are notified, and polling stops", () => {
    let readings = 0
    const canceled: Array<string> = []
    const methods = {
      transactionStatus: () =>
        Effect.sync(() => {
          readings++
          return { status: "Pending" } as const
        })
    }
    return use(
      Effect.gen(function* () {
        const wallet = yield* Wallet
        const fiber = yield* Effect.fork(Effect.flip(send()))
        yield* settle
        yield* wallet.ignore((yield* only).interactionId)
        // The wallet has sent it: the end of the waiting is not the end of the transaction.
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "transactionOutcomeUnknown")
        assert.strictEqual((yield* only).status, "ignored")
        assert.deepStrictEqual(canceled, [(yield* only).interactionId])
        yield* wallet.ignore((yield* only).interactionId)
        assert.strictEqual(canceled.length, 1)
        const before = readings
        yield* pass("1 minutes")
        assert.strictEqual(readings, before)
        assert.strictEqual((yield* only).transactionIntentHash, "txid_tdx_2_1one")
      }),
      {
        gateway: { methods },
        wallet: { respond: approve, onCancel: ({ interactionId }) => void canceled.push(interactionId) }
      }
    )
  })

  it.effect("does not block other requests while it is polled", () =>
    use(
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(send())
        yield* settle
        const data = yield* connect
        assert.strictEqual(data.persona?.label, persona.label)
        assert.isTrue(yield* isRunning(fiber))
      }),
      { gateway: { transactions: ["Pending"] } }
    )
  )
})

describe("a pre-authorization", () => {
  it.effect("returns as soon as it is signed, then reports once the transaction that contains it", () => {
    const parents: Array<string> = []
    return use(
      Effect.gen(function* () {
        const response = yield* preAuthorize((parent) => parents.push(parent))
        assert.deepStrictEqual(response, {
          type: "preAuthorization",
          subintent: {
            expirationTimestamp: 3_600,
            subintentHash: "subtxid_tdx_2_1two",
            signedPartialTransaction: "4d22"
          }
        })
        assert.strictEqual((yield* only).status, "pendingCommit")
        assert.strictEqual((yield* snapshot).status, "success")
        yield* pass("2 seconds")
        const item = yield* only
        assert.strictEqual(item.status, "success")
        assert.strictEqual(item.metadata?.parentTransactionIntentHash, "txid_parent")
        assert.strictEqual(item.transactionIntentHash, "subtxid_tdx_2_1two")
        assert.deepStrictEqual(parents, ["txid_parent"])
        yield* pass("5 minutes")
        assert.deepStrictEqual(parents, ["txid_parent"])
      }),
      { gateway: { subintents: [unknown, committed] } }
    )
  })

  it.effect("times out at its expiry, and reports no transaction", () => {
    const parents: Array<string> = []
    return use(
      Effect.gen(function* () {
        yield* preAuthorize((parent) => parents.push(parent))
        yield* pass("3599 seconds")
        assert.strictEqual((yield* only).status, "pendingCommit")
        yield* pass("2 seconds")
        const item = yield* only
        assert.strictEqual(item.status, "timedOut")
        assert.strictEqual(item.transactionIntentHash, "subtxid_tdx_2_1two")
        assert.deepStrictEqual(parents, [])
      }),
      { gateway: { subintents: [unknown] } }
    )
  })

  it.effect("without a signature is not a response", () =>
    use(
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(preAuthorize()))._tag, "walletResponseValidation")
        assert.strictEqual((yield* only).status, "fail")
      }),
      {
        wallet: {
          respond: ({ interactionId }) => ({
            discriminator: "success",
            interactionId,
            items: { discriminator: "preAuthorizationResponse" }
          })
        }
      }
    )
  )
})
