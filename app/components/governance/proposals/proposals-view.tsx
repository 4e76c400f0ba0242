import { useLocation } from "@remix-run/react"
import { view } from "~/components/base/site/later"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { ProposalsPage } from "~/effects/governance/proposals/pageViews"

const ChooseView = view(async () => (await import("./choose-view")).ChooseView)
const DraftView = view(async () => (await import("./draft-view")).DraftView)
const EditForm = view(async () => (await import("./edit-form")).EditForm)
const FillView = view(async () => (await import("./fill-view")).FillView)
const ProposalForm = view(async () => (await import("./proposal-form")).ProposalForm)
const ProposalList = view(async () => (await import("./proposal-list")).ProposalList)
const ProposalPage = view(async () => (await import("./proposal-page")).ProposalPage)
const VersionsView = view(async () => (await import("./versions-view")).VersionsView)

const views = {
  choose: ChooseView,
  draft: DraftView,
  fill: FillView,
  form: ProposalForm,
  list: ProposalList,
  proposal: ProposalPage,
  versions: VersionsView
}

export const loadProposalsView = (page: ProposalsPage) =>
  (page.view === "proposal" && page.edit !== null ? EditForm : views[page.view]).load()

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
