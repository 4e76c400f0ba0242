import { useFrame } from "~/components/base/site/use-frame"
import { WebhooksView } from "~/components/publishing/webhooks/webhooks-view"
import { settingsHref } from "~/effects/communities/steering/parts"
import type { PartProps } from "../part-props"

/** Webhooks: outside addresses that receive the community's events. */
export function WebhooksPart({ page: { done, webhooks }, reply }: PartProps) {
  const { id } = useFrame()
  if (webhooks === null) return null
  return <WebhooksView view={webhooks} reply={reply} path={settingsHref(id, "webhooks")} isSaved={done === "saved"} />
}
