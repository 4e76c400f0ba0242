/**
 * Storage: the connector's persistent state under the official toolkit's keys, so that its users stay connected
 * (docs/connector.md).
 *
 * A port. A partition is one key with one JSON value. A broken or foreign value reads as the partition's default and is
 * overwritten by the next change; single broken records are omitted. Changes are exclusive, also between tabs.
 * `subscribe` reports changes from this page and from other tabs.
 */
import { Context, Effect, Layer, Option } from "effect"
import { ConnectorConfig } from "./ConnectorConfig"
import { FailedToReadFromLocalStorage, FailedToWriteToLocalStorage } from "./Errors"
import { isFurther } from "./pure/requestItem"
import { emptyState } from "./schema/emptyState"
import { localPlace, memoryPlace, type Place } from "./storage/places"
import type { FormOf } from "./wire/Form"
import * as forms from "./wire/forms"
import { isRecord, optionReader, parseJson } from "./wire/read"

export type PartitionName =
  | "state"
  | "requests"
  | "walletResponses"
  | "sessions"
  | "identities"
  | "connectorExtension"
  | "relayInbox"
  | "selectedAccount"

export interface Partition<A> {
  readonly name: PartitionName
  readonly empty: A
  /** Parses the stored text; returns `empty` if it is invalid. */
  readonly read: (text: string | null) => A
  /** For partitions that tabs may write at the same moment: merges the stored value with this page's own changes. */
  readonly complete?: (stored: A, own: A) => A
  /** This page's own changes after one more change. */
  readonly ownAfter?: (own: A, before: A, next: A) => A
}

/**
 * Caches the last parsed text, so that readers between two changes share one value and a click need not parse the whole
 * list again.
 */
const readOnce = <A>(empty: A, read: (json: unknown) => Option.Option<A>): Partition<A>["read"] => {
  let last: { readonly text: string; readonly value: A } | undefined
  return (text) => {
    if (text === null) return empty
    if (last?.text !== text) {
      last = { text, value: Option.getOrElse(Option.flatMap(parseJson(text), read), () => empty) }
    }
    return last.value
  }
}

export const partition = <A>(name: PartitionName, form: FormOf<A>, empty: A): Partition<A> => ({
  name,
  empty,
  read: readOnce(empty, optionReader(form))
})

/** The record of an id. Ids come from outside, so inherited properties are excluded. */
export const recordOf = <A>(records: Readonly<Record<string, A>>, id: string): A | undefined =>
  Object.hasOwn(records, id) ? records[id] : undefined

/**
 * Records by id. A record that cannot be parsed is omitted; the others stay.
 *
 * Browsers that run tabs in separate processes deliver a change to other tabs a moment later, in spite of locks: two
 * tabs that write simultaneously can each miss the other's record. So each page writes its own records again; of two
 * states of one record, the one that `isLater` wins.
 */
export const records = <A>(
  name: PartitionName,
  form: FormOf<A>,
  isLater?: (own: A, stored: A) => boolean
): Partition<Readonly<Record<string, A>>> => {
  const readOne = optionReader(form)
  const empty: Readonly<Record<string, A>> = {}
  const partition: Partition<Readonly<Record<string, A>>> = {
    name,
    empty,
    read: readOnce(empty, (json) =>
      isRecord(json)
        ? Option.some(
            Object.fromEntries<A>(
              Object.entries(json).flatMap(([id, record]) =>
                Option.match(readOne(record), { onNone: () => [], onSome: (value) => [[id, value] as const] })
              )
            )
          )
        : Option.none()
    )
  }
  if (isLater === undefined) return partition
  return {
    ...partition,
    complete: (stored, own) => {
      const missed = Object.entries(own).filter(
        ([id, record]) => !Object.hasOwn(stored, id) || isLater(record, stored[id] ?? record)
      )
      return missed.length === 0 ? stored : { ...stored, ...Object.fromEntries(missed) }
    },
    ownAfter: (own, before, next) =>
      Object.fromEntries(Object.entries(next).filter(([id, record]) => record !== before[id] || Object.hasOwn(own, id)))
  }
}

export const StateStore = partition("state", forms.walletState, emptyState)
export const RequestsStore = records("requests", forms.requestItem, isFurther)
/** Unvalidated responses; they are validated when used and then removed. */
export const WalletResponsesStore = records<unknown>("walletResponses", "anything", () => false)
export const ExtensionStore = partition("connectorExtension", forms.storedExtension, {})
/** Our addition: the account that the page acts for. */
export const SelectedAccountStore = partition("selectedAccount", forms.storedSelection, {})

export interface StorageShape {
  readonly get: <A>(partition: Partition<A>) => Effect.Effect<A, FailedToReadFromLocalStorage>
  /**
   * Reads, changes and writes atomically. `change` returns the result and the new value. If the browser refuses to
   * write (storage full), that is logged and this page continues with the new value.
   */
  readonly modify: <A, B>(
    partition: Partition<A>,
    change: (value: A) => readonly [result: B, next: A]
  ) => Effect.Effect<B, FailedToReadFromLocalStorage>
  /**
   * Like `modify`, but without waiting for the lock between tabs. Only for partitions with `complete`, which restores
   * what another tab overwrites at the same moment.
   */
  readonly modifyNow: <A, B>(
    partition: Partition<A>,
    change: (value: A) => readonly [result: B, next: A]
  ) => Effect.Effect<B, FailedToReadFromLocalStorage>
  readonly clear: (partition: { readonly name: PartitionName }) => Effect.Effect<void>
  /** Runs while nothing else, in any tab, runs under the same name. */
  readonly exclusive: <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Calls the listener with the changed partition. Returns an unsubscribe function. */
  readonly subscribe: (listener: (name: PartitionName) => void) => () => void
}

const make = (place: Place): Effect.Effect<StorageShape, never, ConnectorConfig> =>
  Effect.map(ConnectorConfig, ({ dAppDefinitionAddress, networkId }) => {
    const prefix = `rdt:${dAppDefinitionAddress}:${networkId}:`
    const listeners = new Set<(name: PartitionName) => void>()
    const report = (name: PartitionName) => {
      for (const listener of [...listeners]) listener(name)
    }
    /** This page's own changes, for partitions with `complete`. */
    const own = new Map<PartitionName, unknown>()
    // A name belongs to one partition, so the stored value has its type.
    const ownOf = <A>({ empty, name }: Partition<A>) => (own.has(name) ? (own.get(name) as A) : empty)

    place.onOutsideChange((key, isGone) => {
      // A null key means that everything was cleared.
      const names = key === null ? ALL : ALL.filter((name) => key === prefix + name)
      for (const name of names) {
        if (isGone) own.delete(name)
        report(name)
      }
    })

    const readStored = <A>({ name, read }: Partition<A>) =>
      Effect.try({
        try: () => read(place.get(prefix + name)),
        catch: (cause) => new FailedToReadFromLocalStorage({ cause })
      })
    const complete = <A>(partition: Partition<A>, stored: A) =>
      own.has(partition.name) ? (partition.complete?.(stored, ownOf(partition)) ?? stored) : stored

    const modifyNow: StorageShape["modifyNow"] = (partition, change) =>
      Effect.flatMap(readStored(partition), (stored) => {
        const before = complete(partition, stored)
        const [result, next] = change(before)
        if (next === stored) return Effect.succeed(result)
        if (partition.ownAfter !== undefined) {
          own.set(partition.name, partition.ownAfter(ownOf(partition), before, next))
        }
        return Effect.try({
          try: () => place.set(prefix + partition.name, JSON.stringify(next)),
          catch: (cause) => new FailedToWriteToLocalStorage({ cause })
        }).pipe(
          Effect.catchAll((refused) => Effect.logWarning(`${refused._tag}: ${partition.name}`, refused)),
          Effect.map(() => {
            report(partition.name)
            return result
          })
        )
      })

    return {
      get: (partition) => Effect.map(readStored(partition), (stored) => complete(partition, stored)),
      modify: (partition, change) => place.exclusive(`${prefix}${partition.name}`, modifyNow(partition, change)),
      modifyNow,
      clear: ({ name }) =>
        place.exclusive(
          prefix + name,
          Effect.sync(() => {
            own.delete(name)
            place.remove(prefix + name)
            report(name)
          })
        ),
      exclusive: (name, effect) => place.exclusive(`${prefix}${name}`, effect),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      }
    }
  })

const ALL: ReadonlyArray<PartitionName> = [
  "state",
  "requests",
  "walletResponses",
  "sessions",
  "identities",
  "connectorExtension",
  "relayInbox",
  "selectedAccount"
]

export class Storage extends Context.Tag("connector/Storage")<Storage, StorageShape>() {
  /** The browser's localStorage, shared between tabs. If it is blocked, the page's memory is used instead. */
  static readonly layerLocalStorage: Layer.Layer<Storage, never, ConnectorConfig> = Layer.scoped(
    Storage,
    Effect.flatMap(localPlace, make)
  )
  /** In memory, lost with the page. Two of them share nothing. */
  static readonly layerMemory: Layer.Layer<Storage, never, ConnectorConfig> = Layer.effect(
    Storage,
    Effect.suspend(() => make(memoryPlace()))
  )
  /** Several connectors over one place, like several tabs. For tests. */
  static readonly layerPlace = (place: Place): Layer.Layer<Storage, never, ConnectorConfig> =>
    Layer.effect(Storage, make(place))
}
