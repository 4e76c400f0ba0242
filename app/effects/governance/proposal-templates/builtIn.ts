/** Templates that every community has. Pure. */
import type { Template, TemplateContent, TemplateField } from "./Template"

const ask = (
  kind: TemplateField["kind"],
  label: string,
  help = "",
  isNeeded: "needed" | "optional" = "needed"
): TemplateField => ({ label, help, kind, isNeeded: isNeeded === "needed" })

const spending: TemplateContent = {
  about: "Pay someone, buy something or set money aside.",
  kind: "spending",
  voteType: "basic",
  choices: [],
  periodHours: null,
  titleStart: "Pay for ",
  fields: [
    ask("text", "What the money is for"),
    ask("number", "Amount", "In the token of the payment."),
    ask("line", "Token", "The symbol of the token, such as XRD."),
    ask("line", "Who is paid", "A name, a shop, or an account."),
    ask("member", "Who looks after it", "The member responsible for it.", "optional"),
    ask("date", "Needed by", "", "optional"),
    ask("text", "What happens if this is refused", "", "optional")
  ]
}

const rule: TemplateContent = {
  about: "Change how this community decides, or one of its house rules.",
  kind: "rule",
  voteType: "basic",
  choices: [],
  periodHours: null,
  titleStart: "Change the rule on ",
  fields: [
    ask("text", "The rule today"),
    ask("text", "The rule as proposed"),
    ask("text", "Why it should change"),
    ask("date", "In force from", "", "optional")
  ]
}

const consent: TemplateContent = {
  about: "Decide what nobody objects to. Each objection has a reason and is answered.",
  kind: "decision",
  voteType: "consent",
  choices: [],
  periodHours: null,
  titleStart: "",
  fields: [
    ask("text", "What is proposed"),
    ask("text", "What it costs or asks of us", "", "optional"),
    ask("date", "When we look at it again", "", "optional")
  ]
}

const dates: TemplateContent = {
  about: "Find a time that suits most. Members say for each time Yes, If need be or No.",
  kind: "decision",
  voteType: "dates",
  choices: [],
  periodHours: null,
  titleStart: "When do we meet for ",
  fields: [
    ask("text", "What we meet for"),
    ask("line", "Where", "An address, a room, or a link.", "optional"),
    ask("text", "What to bring or prepare", "", "optional")
  ]
}

const election: TemplateContent = {
  about: "Choose people for a task. Candidates become the choices.",
  kind: "election",
  voteType: "approval",
  choices: [],
  periodHours: null,
  titleStart: "Elect ",
  fields: [
    ask("line", "The task", "What the elected members will do, for example as treasurer."),
    ask("text", "What it asks of them"),
    ask("date", "Term begins", "", "optional"),
    ask("date", "Term ends", "", "optional"),
    ask("text", "How candidates were found", "", "optional")
  ]
}

const board: TemplateContent = {
  about: "Fill several seats: members rank the candidates, who become the choices.",
  kind: "election",
  voteType: "ranked",
  choices: [],
  seats: 3,
  periodHours: null,
  titleStart: "Elect the board",
  fields: [
    ask("text", "What the board does"),
    ask("date", "Term begins", "", "optional"),
    ask("date", "Term ends", "", "optional"),
    ask("text", "How candidates were found", "", "optional")
  ]
}

/** The template that leads an owner to the settings, which attach the change of rules to the proposal. */
export const RULE = "rule"

export const builtInTemplates: ReadonlyArray<Template> = [
  { id: "spending", name: "Spending", version: 0, content: spending },
  { id: RULE, name: "Rule change", version: 0, content: rule },
  { id: "consent", name: "Consent", version: 0, content: consent },
  { id: "dates", name: "Find a date", version: 0, content: dates },
  { id: "election", name: "Election", version: 0, content: election },
  { id: "board", name: "Elect a board", version: 0, content: board }
]

export const builtIn = (id: string): Template | undefined => builtInTemplates.find((each) => each.id === id)
