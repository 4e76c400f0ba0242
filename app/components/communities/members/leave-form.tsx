import { useFetcher } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { membersPath } from "~/effects/communities/members/joining"
import type { JoinBoxProps } from "./join-box"

/** Leaving, after its consequences have been explained (docs/product/communities.md). */
export function LeaveForm({ community }: Pick<JoinBoxProps, "community">) {
  const fetcher = useFetcher<PageReply>()
  const refused = fetcher.data?.ok === false ? fetcher.data.message : undefined
  return (
    <fetcher.Form className="stack" data-gap="s" method="post" action={membersPath(community.id)}>
      <p>
        <b>Leave {community.name}?</b>
      </p>
      <p className="small">You keep your tokens and bonds; your votes stay counted.</p>
      <FieldError id={`leave-${community.id}-error`} message={refused} />
      <input type="hidden" name="key" value={community.formKey} />
      <BusyButton
        className="button"
        data-kind="danger"
        data-size="s"
        type="submit"
        name="intent"
        value="leave"
        isBusy={fetcher.state !== "idle"}
      >
        Leave
      </BusyButton>
    </fetcher.Form>
  )
}
