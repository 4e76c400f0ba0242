import { useFrame } from "~/components/base/site/use-frame"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { OTHER_RULE } from "~/effects/treasury/deployment/opens"
import type { SignersPage } from "~/effects/treasury/multisig/views"
import { MultisigOverview } from "./multisig-page"
import { ProtectPart } from "./protect-part"

type Props = { readonly page: SignersPage; readonly reply: PageReply | undefined }

/** /community/detail/{id}/signers: the signers of a multisig treasury, or the form that makes it one. */
export function SignersView({ page, reply }: Props) {
  const { name } = useFrame()
  switch (page.state) {
    case "none":
      return (
        <div className="stack" data-gap="l">
          <h1>Signers of the treasury</h1>
          <p>{name} has no treasury yet. Once it is on the ledger, several people can approve its payments together.</p>
        </div>
      )
    case "other":
      return (
        <div className="stack" data-gap="l">
          <h1>Signers of the treasury</h1>
          <p>{OTHER_RULE}</p>
        </div>
      )
    case "open":
      return <ProtectPart page={page} reply={reply} />
    case "multisig":
      return <MultisigOverview page={page} reply={reply} />
  }
}
