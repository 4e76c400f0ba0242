/** The values of one part of the settings while they are edited, saved on this device. */
import { useCallback, useEffect, useState } from "react"
import { useServerDraft } from "~/components/base/forms/use-server-draft"
import { useFrame } from "~/components/base/site/use-frame"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { mergeValues } from "~/effects/communities/founding/wizard"

type Values = Readonly<Record<string, unknown>>

/** Values typed before a refusal, for browsers without JavaScript. */
const sentOver = <V extends Values>(stored: V, reply: PageReply | undefined): V => {
  if (reply === undefined || reply.ok) return stored
  const lists = Object.entries(reply.sent).map(([name, value]) =>
    Array.isArray(stored[name]) && typeof value === "string" ? [name, [value]] : [name, value]
  )
  return mergeValues({ ...stored }, Object.fromEntries(lists))
}

export function usePart<V extends object>(part: string, stored: V, version: number, reply: PageReply | undefined) {
  const { id, communityRole } = useFrame()
  const [values, setValues] = useState<V>(() => sentOver({ ...stored } as V & Values, reply))
  const isChanged = JSON.stringify(values) !== JSON.stringify(stored)
  const { forget } = useServerDraft<V>({
    account: null, // settings are edited in one place, so this device is enough
    place: `settings/${id}/${part}/${communityRole.account ?? "nobody"}/v${version}`,
    draft: values,
    isChanged,
    storedDraft: null,
    decode: (data) => mergeValues({ ...stored } as V & Values, data),
    onRestore: setValues
  })
  useEffect(() => {
    if (!isChanged) forget()
  }, [forget, isChanged])
  const edit = useCallback((change: Partial<V>) => setValues((before) => ({ ...before, ...change })), [])
  return { values, edit, isChanged }
}
