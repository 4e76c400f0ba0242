import { useLocation } from "@remix-run/react"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { ProposalsPage } from "~/effects/governance/proposals/pageViews"
import { ChooseView } from "./choose-view"
import { DraftView } from "./draft-view"
import { EditForm } from "./edit-form"
import { FillView } from "./fill-view"
import { ProposalForm } from "./proposal-form"
import { ProposalList } from "./proposal-list"
import { ProposalPage } from "./proposal-page"
import { VersionsView } from "./versions-view"

type Props = { readonly page: ProposalsPage; readonly reply: PageReply | undefined }

export function ProposalsView({ page, reply }: Props) {
  const { pathname, search } = useLocation()
  switch (page.view) {
    case "list":
      return <ProposalList page={page} />
    case "choose":
      return <ChooseView page={page} />
    case "fill":
      return <FillView key={page.template.id} page={page} reply={reply} />
    case "form":
      return <ProposalForm key={page.isStored ? page.draftId : "new"} page={page} reply={reply} />
    case "draft":
      return <DraftView page={page} path={`${pathname}${search}`} reply={reply} />
    case "versions":
      return <VersionsView page={page} />
    case "proposal":
      return page.edit === null ? (
        <ProposalPage page={page} reply={reply} />
      ) : (
        <EditForm page={page} values={page.edit} reply={reply} />
      )
  }
}
