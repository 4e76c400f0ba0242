import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { useFrame } from "~/components/base/site/use-frame"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import type { BadgesPage, Claimed } from "~/effects/treasury/deployment/badges"
import { RequestPart } from "./request-part"
import { useIsAsked } from "./use-is-asked"

type Props = { readonly page: BadgesPage; readonly reply: PageReply | undefined }

/**
 * What the treasury names as the community's own. Wallets show a token or bond as the community's if both name each
 * other; a later bond names the treasury and is added to the treasury's list here.
 */
export function TreasuryLinksPart({ page: { links, mine }, reply }: Props) {
  const { id } = useFrame()
  const isSending = useNavigation().formData?.get("intent") === "name-links"
  const isAsked = useIsAsked(links.act)
  return (
    <Block id="links" title="What the treasury lists as its own">
      <div className="stack">
        <ReplyNotice reply={reply} />
        <p className="small muted">
          Wallets show something as the community's if it names the treasury and the treasury lists it.
        </p>
        <Entities all={links.claimed} />
        {links.missing.length === 0 ? (
          <p>Nothing is missing.</p>
        ) : (
          <>
            <h3>Not listed yet</h3>
            <Entities all={links.missing} />
            {mine !== null && !isAsked && (
              <Form method="post" action={`${badgesHref(id)}&index`} preventScrollReset>
                <BusyButton className="button" type="submit" name="intent" value="name-links" isBusy={isSending}>
                  {isSending ? "Preparing…" : "Add them"}
                </BusyButton>
              </Form>
            )}
          </>
        )}
        {links.act !== null && (
          <RequestPart transaction={links.act} drop="drop-links" action={`${badgesHref(id)}&index`} />
        )}
      </div>
    </Block>
  )
}

function Entities({ all }: { readonly all: ReadonlyArray<Claimed> }) {
  if (all.length === 0) return <p className="muted">The list is empty.</p>
  return (
    <ul className="entries">
      {all.map(({ address, name }) => (
        <li key={address}>
          <div className="row" data-apart>
            <span>{name}</span>
            <LedgerAddress kind={address.startsWith("resource_") ? "resource" : "component"} address={address} />
          </div>
        </li>
      ))}
    </ul>
  )
}
