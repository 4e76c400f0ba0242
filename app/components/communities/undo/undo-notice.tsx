import { Form, useNavigation } from "@remix-run/react"
import { useEffect, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Icon } from "~/components/base/parts/icon"
import { type RemovalNotice, removalWords } from "~/effects/communities/undo/Removal"

/** When each notice ends, by this browser's clock: pages that follow show the same one. */
const ends = new WeakMap<RemovalNotice, number>()

/** Whether the notice's time is over. Without scripts it stays until the next page. */
function useIsOver(notice: RemovalNotice | null): boolean {
  const [over, setOver] = useState<RemovalNotice | null>(null)
  useEffect(() => {
    if (notice === null) return
    const end = ends.get(notice) ?? performance.now() + notice.left
    ends.set(notice, end)
    const timer = setTimeout(() => setOver(notice), Math.max(0, end - performance.now()))
    return () => clearTimeout(timer)
  }, [notice])
  return notice !== null && over === notice
}

/** What the visitor removed just now, with a button that brings it back. */
export function UndoNotice({ notice }: { readonly notice: RemovalNotice | null }) {
  const isOver = useIsOver(notice)
  const isBusy = useNavigation().formAction === "/undo"
  return <div role="status">{notice !== null && !isOver && <Offer notice={notice} isBusy={isBusy} />}</div>
}

function Offer({ isBusy, notice }: { readonly notice: RemovalNotice; readonly isBusy: boolean }) {
  const { id, kind, state } = notice
  return (
    <div className="notice" data-tone="ok">
      <Icon name="check" />
      <div>
        <p>{removalWords(kind, state)}</p>
      </div>
      {state === "removed" && (
        // The form of a new community keeps what is typed while addresses change, so it loads again.
        <Form method="post" action="/undo" reloadDocument={kind === "community-draft"}>
          <input type="hidden" name="removal" value={id} />
          <BusyButton className="button" data-size="s" type="submit" name="intent" value="undo" isBusy={isBusy}>
            Undo
          </BusyButton>
        </Form>
      )}
    </div>
  )
}
