/** Decodes a committed transaction from the gateway's reply and the payload. Pure. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  type AmountText,
  decodeTransaction,
  decompile,
  type IntentCore,
  intentHashV1,
  intentHashV2,
  NOTHING,
  type Subintent,
  subintentHash,
  writeHash
} from "~/ledger/index"
import type { CommittedIntent, CommittedTransaction } from "./facts"
import type { Transaction } from "./replies"

const ofCore = (hash: string, { children, instructions }: Pick<IntentCore, "children" | "instructions">) =>
  Either.map(decompile(instructions, { children, networkId: NETWORK_ID }), (manifest) => ({ hash, manifest }))

const ofSubintent = (given: Subintent) => ofCore(writeHash("subtxid", subintentHash(given), NETWORK_ID), given.core)

/** Every intent of a notarized transaction with its instructions, root first. */
export const intentsIn = (payload: string): Option.Option<ReadonlyArray<CommittedIntent>> =>
  Option.gen(function* () {
    const bytes = yield* Option.liftThrowable(hexToBytes)(payload)
    const transaction = yield* Either.getRight(decodeTransaction(bytes))
    if (transaction.kind === "notarizedV1") {
      const { intent } = transaction.body.signedIntent
      const hash = writeHash("txid", intentHashV1(intent), NETWORK_ID)
      return [yield* Either.getRight(ofCore(hash, { children: [], instructions: intent.instructions }))]
    }
    if (transaction.kind !== "notarizedV2") return yield* Option.none()
    const { intent } = transaction.body.signedIntent
    const root = ofCore(writeHash("txid", intentHashV2(intent), NETWORK_ID), intent.core)
    return yield* Either.getRight(Either.all([root, ...intent.subintents.map(ofSubintent)]))
  })

const changeOf = (given: {
  readonly entity_address: string
  readonly resource_address: string
  readonly balance_change: AmountText
}) => ({ entity: given.entity_address, resource: given.resource_address, change: given.balance_change })

/** None if the gateway has not computed the changes yet, or if it is not a user transaction. */
export const committedOf = (given: Transaction): Option.Option<CommittedTransaction> => {
  const { balance_changes, intent_hash, raw_hex, transaction_status: status } = given
  if (balance_changes == null || intent_hash == null || raw_hex == null) return Option.none()
  if (status !== "CommittedSuccess" && status !== "CommittedFailure") return Option.none()
  return Option.some({
    intentHash: intent_hash,
    stateVersion: given.state_version,
    epoch: given.epoch,
    at: given.round_timestamp,
    status,
    error: Option.fromNullable(given.error_message),
    fee: given.fee_paid ?? NOTHING,
    created: (given.receipt?.state_updates?.new_global_entities ?? []).map(({ entity_address, entity_type }) => ({
      type: entity_type,
      address: entity_address
    })),
    affected: given.affected_global_entities ?? [],
    fungibleChanges: balance_changes.fungible_balance_changes.map(changeOf),
    feeChanges: balance_changes.fungible_fee_balance_changes.map(changeOf),
    itemChanges: balance_changes.non_fungible_balance_changes.map(
      ({ added, entity_address, removed, resource_address }) => ({
        entity: entity_address,
        resource: resource_address,
        added,
        removed
      })
    ),
    subintents: given.child_subintent_hashes ?? [],
    payload: raw_hex,
    intents: intentsIn(raw_hex)
  })
}
