/**
 * Storage: what the connector remembers between visits, in the official toolkit's keys, so that its users stay
 * connected (docs/connector.md, 5).
 *
 * A port. A partition is one key with one JSON value. A value that is broken or foreign reads as the partition's
 * default and is overwritten at the next change; single broken records are left out. Changes are exclusive, between
 * tabs too. `subscribe` tells of changes from anywhere: this page, another tab.
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
  /** The stored text's value; `empty` where it is not what it must be. */
  readonly read: (text: string | null) => A
  /** Where tabs may write at the same moment: what is stored, completed by what this page itself has written. */
  readonly complete?: (stored: A, own: A) => A
  /** What this page has written itself, after one more change. */
  readonly ownAfter?: (own: A, before: A, next: A) => A
}

/**
 * Reads a text once, however often it is asked for: between two changes everybody looks at the same one, and a press
 * must not wait for the whole list to be read again.
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

/** The record of an id; ids come from outside, and none may name what every object inherits. */
export const recordOf = <A>(records: Readonly<Record<string, A>>, id: string): A | undefined =>
  Object.hasOwn(records, id) ? records[id] : undefined

/**
 * Records by id. A record that cannot be read is left out; the others stay.
 *
 * Browsers that run tabs in processes of their own carry a change to the others a moment later, lock or no lock: two
 * tabs that write at once can each miss the other's record. So each page puts its own back; of two states of one
 * record, the one that `isLater` goes first.
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
/** As they came: they are checked when they are used, and gone once they were. */
export const WalletResponsesStore = records<unknown>("walletResponses", "anything", () => false)
export const ExtensionStore = partition("connectorExtension", forms.storedExtension, {})
/** Ours: the account the page acts for. */
export const SelectedAccountStore = partition("selectedAccount", forms.storedSelection, {})

export interface StorageShape {
  readonly get: <A>(partition: Partition<A>) => Effect.Effect<A, FailedToReadFromLocalStorage>
  /**
   * Reads, changes and writes as one step. The first half of the pair is the result, the second the new value. What
   * the browser refuses to write (its storage is full) is logged, and this page goes on with it all the same.
   */
  readonly modify: <A, B>(
    partition: Partition<A>,
    change: (value: A) => readonly [result: B, next: A]
  ) => Effect.Effect<B, FailedToReadFromLocalStorage>
  /**
   * The same without waiting for one's turn among tabs. Only for partitions that are completed by what this page has
   * written itself: what another tab overwrites at the same moment is put back.
   */
  readonly modifyNow: <A, B>(
    partition: Partition<A>,
    change: (value: A) => readonly [result: B, next: A]
  ) => Effect.Effect<B, FailedToReadFromLocalStorage>
  readonly clear: (partition: { readonly name: PartitionName }) => Effect.Effect<void>
  /** Runs while nobody else, in no other tab, runs under the same name. */
  readonly exclusive: <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The listener hears which partition changed. Returns the way out. */
  readonly subscribe: (listener: (name: PartitionName) => void) => () => void
}

const make = (place: Place): Effect.Effect<StorageShape, never, ConnectorConfig> =>
  Effect.map(ConnectorConfig, ({ dAppDefinitionAddress, networkId }) => {
    const prefix = `rdt:${dAppDefinitionAddress}:${networkId}:`
    const listeners = new Set<(name: PartitionName) => void>()
    const tell = (name: PartitionName) => {
      for (const listener of [...listeners]) listener(name)
    }
    /** What this page has written itself, for partitions that want it put back. */
    const own = new Map<PartitionName, unknown>()
    // A name belongs to one partition: what is kept under it came from there.
    const ownOf = <A>({ empty, name }: Partition<A>) => (own.has(name) ? (own.get(name) as A) : empty)

    place.onOutsideChange((key, isGone) => {
      // A null key: everything was cleared.
      const names = key === null ? ALL : ALL.filter((name) => key === prefix + name)
      for (const name of names) {
        if (isGone) own.delete(name)
        tell(name)
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
            tell(partition.name)
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
            tell(name)
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
  /** The browser's own, shared between tabs. Where it is blocked, the page's memory stands in. */
  static readonly layerLocalStorage: Layer.Layer<Storage, never, ConnectorConfig> = Layer.scoped(
    Storage,
    Effect.flatMap(localPlace, make)
  )
  /** Gone with the page. Two of them share nothing. */
  static readonly layerMemory: Layer.Layer<Storage, never, ConnectorConfig> = Layer.effect(
    Storage,
    Effect.suspend(() => make(memoryPlace()))
  )
  /** Several connectors over one place, as several tabs are. For tests. */
  static readonly layerPlace = (place: Place): Layer.Layer<Storage, never, ConnectorConfig> =>
    Layer.effect(Storage, make(place))
}
