/**
 * The five communities of the demonstration (docs/product/publishing.md), with their members. Votes, threads and bonds
 * are in files of their own.
 */
import type { GovernanceSettings, JoinPolicy, Visibility } from "~/effects/access/Community"
import { type Template, templates } from "~/effects/communities/communities/templates"

export interface DemoCommunity {
  readonly slug: string
  readonly name: string
  readonly tagline: string
  readonly description: string
  readonly rules: string
  readonly tags: ReadonlyArray<string>
  readonly links: ReadonlyArray<{ readonly label: string; readonly url: string }>
  readonly visibility: Visibility
  readonly joinPolicy: JoinPolicy
  readonly template: Template
  readonly governance: GovernanceSettings
  /** Days before the first start. */
  readonly foundedDaysAgo: number
  readonly activeHoursAgo: number
  readonly owner: string
  readonly moderators: ReadonlyArray<string>
  /** All members, owner and moderators included, in the order in which they joined. */
  readonly members: ReadonlyArray<string>
  /** By name, if weights are assigned; one for everyone else. */
  readonly weights?: Readonly<Record<string, number>>
}

const circle = templates["investor-circle"].governance
/** As it was set before thresholds could be fractions. */
const almostTwoThirds = { ...circle.kinds.rule, thresholdPct: 66.67 }

const gardeners = [
  "Marta Lindqvist",
  "Joaquim Teles",
  "Sofia Brandt",
  "Amir Haddad",
  "Dele Adeyemi",
  "Ruth Okafor",
  "Piet van Dam",
  "Yuki Tanabe",
  "Clara Monteiro",
  "Henrik Solberg",
  "Nadia Rahimi",
  "Tomasz Wolny",
  "Hugo Ferrand",
  "Grace Adeleke"
]
const mappers = [
  "Ines Carvalho",
  "Oskar Nyman",
  "Leila Farouk",
  "Gus Whitfield",
  "Mei Castellano",
  "Anton Reiter",
  "Sade Balogun",
  "Tomasz Wolny",
  "Milan Petrov"
]
const viewers = [
  "Theo Marchetti",
  "Agnes Holm",
  "Kwame Mensah",
  "Bea Lindholm",
  "Rui Nakamura",
  "Olive Hartley",
  "Emil Kovacs",
  "Priya Nair",
  "Sam Delacroix",
  "Lotte Vermeer",
  "Hugo Ferrand",
  "Zoe Papadaki",
  "Yuki Tanabe",
  "Sofia Brandt",
  "Anton Reiter",
  "Sade Balogun",
  "Samir Khoury",
  "Nora Fitzgerald",
  "Clara Monteiro",
  "Gus Whitfield",
  "Elin Strand",
  "Ruth Okafor",
  "Mei Castellano"
]
const neighbours = [
  "Hanna Vogel",
  "Milan Petrov",
  "Grace Adeleke",
  "Ivo Brandstetter",
  "Nora Fitzgerald",
  "Samir Khoury",
  "Elin Strand",
  "Paolo Greco",
  "Dora Simic",
  "Marta Lindqvist",
  "Amir Haddad",
  "Henrik Solberg",
  "Tomasz Wolny",
  "Kwame Mensah",
  "Olive Hartley",
  "Emil Kovacs",
  "Oskar Nyman",
  "Piet van Dam"
]

export const demoCommunities: ReadonlyArray<DemoCommunity> = [
  {
    slug: "riverside-garden",
    name: "Riverside Garden Co-op",
    tagline: "Forty beds, one tool shed, shared water. We vote on what we plant and what we fix.",
    description: `We rent the strip between the river path and the old tram line and garden it together.

### How it works

- Everybody has a bed; paths, compost and water belong to all.
- Digging day is the last Saturday of the month, from ten until the soup is gone.
- What costs more than a bag of compost is voted on.

Weight follows work: it is agreed once a year, from 1 to 10, and stands beside each name.`,
    rules: `1. Water is shared. Close the tap you opened.
2. Tools go back clean, the same evening.
3. No poison, for anything that has legs or roots.
4. Disagree in a thread, not over the fence.`,
    tags: ["Farming", "Co-operatives", "Neighbourhoods"],
    links: [{ label: "Bed plan", url: "https://riverside-garden.example.org/beds" }],
    visibility: "public",
    joinPolicy: "approval",
    template: "co-operative",
    governance: { ...templates["co-operative"].governance, weightMode: "assigned", bondsNeedVote: true },
    foundedDaysAgo: 412,
    activeHoursAgo: 1,
    owner: "Marta Lindqvist",
    moderators: ["Joaquim Teles", "Sofia Brandt"],
    members: gardeners,
    // 70 in all.
    weights: {
      "Marta Lindqvist": 10,
      "Joaquim Teles": 9,
      "Sofia Brandt": 8,
      "Amir Haddad": 8,
      "Dele Adeyemi": 6,
      "Ruth Okafor": 6,
      "Piet van Dam": 5,
      "Yuki Tanabe": 4,
      "Clara Monteiro": 3,
      "Henrik Solberg": 3,
      "Nadia Rahimi": 3,
      "Tomasz Wolny": 3,
      "Hugo Ferrand": 1,
      "Grace Adeleke": 1
    }
  },
  {
    slug: "open-maps",
    name: "Open Maps Fund",
    tagline: "Small grants for maps nobody else draws: footpaths, wells, bus stops.",
    description: `We pay people to walk and to write down what is there. What they find is free for everybody.

### What we pay for

- Footpaths that are not on any map
- Wells, taps and when they run dry
- Bus stops, benches and ramps

A grant is between 500 and 6,000 test XRD, and every one of them is a vote.`,
    rules: `1. A grant report names what was mapped and what it cost.
2. Nobody votes on their own grant in silence: say that it is yours.
3. The data is open, or there is no second grant.`,
    tags: ["Open source", "Grants", "Travel"],
    links: [{ label: "Map style", url: "https://open-maps.example.org/style" }],
    visibility: "public",
    joinPolicy: "approval",
    template: "grant-fund",
    governance: templates["grant-fund"].governance,
    foundedDaysAgo: 233,
    activeHoursAgo: 26,
    owner: "Ines Carvalho",
    moderators: ["Oskar Nyman"],
    members: mappers
  },
  {
    slug: "night-film",
    name: "Night Film Club",
    tagline: "A film every Thursday, chosen together.",
    description: `Twenty-three people, one projector, a room above the bakery. Every Thursday at eight.

The programme of each season is a **ranked vote**: put the films in your order, and the count does the rest.

New members are asked the same evening: the vote on the short film opens as soon as somebody new is in.`,
    rules: `1. No talking after the lights go down. Whispering is talking.
2. If you propose a film, you have seen it, or you say that you have not.
3. Put your chair back.`,
    tags: ["Film", "Arts"],
    links: [{ label: "Everything we have seen", url: "https://night-film.example.org/seen" }],
    visibility: "public",
    joinPolicy: "open",
    template: "club",
    // A vote opens as soon as it is published, so that newcomers have one within seconds.
    governance: { ...templates.club.governance, reviewHours: 0 },
    foundedDaysAgo: 187,
    activeHoursAgo: 5,
    owner: "Theo Marchetti",
    moderators: ["Agnes Holm", "Lotte Vermeer"],
    members: viewers
  },
  {
    slug: "solar-roof",
    name: "Solar Roof Circle",
    tagline: "Panels on the school roof, paid by neighbours.",
    description: `The school has 600 square metres of roof towards the south and no money. We have some money and no roof.

- The circle lends, the roof pays back from what the school saves.
- The meter is read on the first of every month, and the reading is published.
- Members decide before anything is borrowed.`,
    rules: `1. Say what you earn on it before you praise it.
2. Numbers come with where they are from.
3. Nobody goes on the roof alone.`,
    tags: ["Energy", "Climate", "Neighbourhoods"],
    links: [{ label: "Meter readings", url: "https://solar-roof.example.org/readings" }],
    visibility: "public",
    joinPolicy: "open",
    template: "investor-circle",
    governance: { ...circle, weightMode: "member", kinds: { ...circle.kinds, rule: almostTwoThirds } },
    foundedDaysAgo: 96,
    activeHoursAgo: 50,
    owner: "Hanna Vogel",
    moderators: ["Milan Petrov"],
    members: neighbours
  },
  {
    slug: "quiet-room",
    name: "Quiet Room",
    tagline: "Three people who read each other's drafts.",
    description: "What is said here stays here until we decide otherwise.",
    rules: "1. Nothing leaves this room.",
    tags: ["Writing"],
    links: [],
    visibility: "private",
    joinPolicy: "invite",
    template: "club",
    governance: templates.club.governance,
    foundedDaysAgo: 41,
    activeHoursAgo: 3,
    owner: "Nora Fitzgerald",
    moderators: [],
    members: ["Nora Fitzgerald", "Priya Nair", "Nadia Rahimi"]
  }
]
