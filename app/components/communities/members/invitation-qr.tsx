import { Link } from "@remix-run/react"
import { PrintButton } from "~/components/base/parts/paper"
import { QrCode } from "~/components/base/parts/qr-code"
import { TimePair } from "~/components/base/parts/time-pair"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useFrame } from "~/components/base/site/use-frame"
import { counted } from "~/effects/base/text/counted"
import type { InvitationsView } from "~/effects/communities/members/page"

type Props = { readonly qr: NonNullable<InvitationsView["qr"]>; readonly now: number }

const ID = "invitation-poster"

/** An invitation link as a poster for a meeting: on the whole screen, or on paper. */
export function InvitationQr({ now, qr }: Props) {
  const { name } = useFrame()
  const { invite, link } = qr
  return (
    <>
      <p className="row no-print">
        <Link to="?tab=invitations">All invitations</Link>
        <HydratedButton
          className="button only-script"
          data-size="s"
          onClick={() => void document.getElementById(ID)?.requestFullscreen()}
        >
          Full screen
        </HydratedButton>
        <PrintButton />
      </p>
      <section className="poster" id={ID} aria-labelledby="poster-title">
        <h2 id="poster-title">Join {name}</h2>
        <QrCode qr={qr} label={`Code of the invitation link to ${name}`} />
        <p className="digest">{link}</p>
        <p>
          For {counted(invite.maxUses - invite.uses, "person", "people")}, until{" "}
          <TimePair at={invite.expiresAt} now={now} short />
        </p>
      </section>
    </>
  )
}
