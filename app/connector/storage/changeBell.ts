import { Effect } from "effect"
import { makeBell } from "../mailbox"
import type { PartitionName, StorageShape } from "../Storage"

/** Signals when the partition, or any partition, changes, as long as the scope lives. */
export const changeBell = (storage: StorageShape, name?: PartitionName) => {
  const bell = makeBell()
  return Effect.as(
    Effect.acquireRelease(
      Effect.sync(() =>
        storage.subscribe((changed) => {
          if (changed === (name ?? changed)) bell.ring()
        })
      ),
      Effect.sync
    ),
    bell
  )
}
