import { useReducer, useState } from "react"
import { useRootData } from "~/components/base/site/root-data"
import { WorkList } from "~/components/people/account/work-list"
import type { BackendClient } from "~/components/people/signup/backend-client"
import { ImageUpload } from "~/components/people/signup/image-upload"
import { WorkEntries } from "~/components/people/signup/work-entries"
import { startWork, workReducer } from "~/effects/people/signup/workHistory"
import { GuideSection, Specimen } from "./guide-section"

const TODAY = "2026-11-20"
const jobs = [
  {
    company_name: "Riverside Garden Co-op",
    designation: "Looks after the shed",
    start_date: "2024-03-01",
    end_date: null,
    current: true,
    description: "Shares tools, counts them in the evening."
  }
]

const never = () => new Promise<never>(() => {})
const refused = async () => ({ ok: false, status: 401, message: "Sign in first." }) as const

/** The style guide sends no request: one upload host never responds, the other refuses. */
const waiting: BackendClient = {
  getTags: never,
  getUploadSignature: never,
  uploadFile: never,
  sendCode: never,
  signUp: never
}
const hosts = [
  ["picture, ready", waiting, undefined],
  ["picture, the host says no", { ...waiting, getUploadSignature: refused }, undefined],
  ["picture, missing", waiting, "Please choose a picture."]
] as const

const nothing = () => undefined

/** The larger parts of a profile: its picture, and its jobs while editing and when displayed. */
export function ProfileParts() {
  const { uploads } = useRootData()
  const [work, dispatch] = useReducer(workReducer, undefined, () => startWork())
  const [picture, setPicture] = useState("")
  return (
    <GuideSection id="profile-parts" title="Picture and jobs" rule="Typed text stays, whatever the server says.">
      {hosts.map(([state, backend, error]) => (
        <Specimen key={state} state={state}>
          <ImageUpload
            backend={backend}
            uploads={uploads}
            value={picture}
            error={error}
            onUploaded={setPicture}
            onLeave={nothing}
          />
        </Specimen>
      ))}
      <Specimen state="work history, typed">
        <WorkEntries work={work} dispatch={dispatch} today={TODAY} />
      </Specimen>
      <Specimen state="work history, read">
        <WorkList entries={jobs} />
      </Specimen>
      <Specimen state="work history, none">
        <WorkList entries={[]} />
      </Specimen>
    </GuideSection>
  )
}
