import { memoryPlace, type Place } from "~/connector/storage/places"

type Hear = (key: string | null, isGone: boolean) => void

/** One storage that notifies each of its users of the others' writes: every call opens it for one more tab. */
export const sharedPlace = () => {
  const base = memoryPlace()
  const tabs: Array<{ readonly hear: Hear }> = []
  return (): Place => {
    let hear: Hear = () => {}
    const own: { readonly hear: Hear } = { hear: (key, isGone) => hear(key, isGone) }
    tabs.push(own)
    const report = (key: string, isGone = false) => {
      for (const tab of tabs) if (tab !== own) tab.hear(key, isGone)
    }
    return {
      get: base.get,
      set: (key, value) => {
        base.set(key, value)
        report(key)
      },
      remove: (key) => {
        base.remove(key)
        report(key, true)
      },
      exclusive: base.exclusive,
      onOutsideChange: (listener) => {
        hear = listener
      }
    }
  }
}
