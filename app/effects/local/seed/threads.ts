/** The threads of the demonstration (docs/product/publishing.md). Hours count back from the start. */
import type { Category } from "~/effects/conversation/discussion/Post"

export interface DemoReply {
  readonly by: string
  readonly hoursAgo: number
  readonly text: string
  /** The reply of this thread that it answers, counted from 0. */
  readonly to?: number
  readonly agree?: ReadonlyArray<string>
  readonly hidden?: string
}

export interface DemoThread {
  readonly slug: string
  readonly title: string
  readonly by: string
  readonly category: Category
  readonly hoursAgo: number
  readonly text: string
  readonly pinned?: true
  readonly closed?: true
  readonly agree?: ReadonlyArray<string>
  readonly replies: ReadonlyArray<DemoReply>
}

export const demoThreads: ReadonlyArray<DemoThread> = [
  {
    slug: "riverside-garden",
    title: "How we talk here",
    by: "Marta Lindqvist",
    category: "general",
    hoursAgo: 9_000,
    pinned: true,
    text: `Three habits that have served us well:

1. One question for each thread. A second question gets its own.
2. Numbers come with where they are from.
3. Who disagrees says what they would do instead.

The rest is in the house rules.`,
    agree: ["Joaquim Teles", "Sofia Brandt", "Amir Haddad", "Ruth Okafor"],
    replies: []
  },
  {
    slug: "riverside-garden",
    title: "The north tank loses a third of its water",
    by: "Amir Haddad",
    category: "idea",
    hoursAgo: 222,
    text: `I measured the north tank three mornings in a row. It is full at eight in the evening and a third is gone at seven the next day, with all taps shut. The seam at the bottom is wet.

Two ways out, with prices I asked for:

- Weld the seam: 180 XRD, holds about two winters.
- A new 2,000 litre tank: 640 XRD with delivery, ten years' guarantee.

I would rather pay once. Does anybody know a third way?`,
    agree: ["Sofia Brandt", "Joaquim Teles", "Dele Adeyemi", "Ruth Okafor", "Piet van Dam", "Marta Lindqvist"],
    replies: [
      {
        by: "Sofia Brandt",
        hoursAgo: 219,
        text: "Thank you for measuring. Could we put the new one on the south side instead? The pump run would be half as long.",
        agree: ["Amir Haddad", "Joaquim Teles", "Clara Monteiro"]
      },
      {
        by: "Amir Haddad",
        hoursAgo: 218,
        to: 0,
        text: "The ground there is soft. We would need a slab, about 200 XRD more. I can ask for a real price.",
        agree: ["Sofia Brandt", "Tomasz Wolny"]
      },
      {
        by: "Hugo Ferrand",
        hoursAgo: 190,
        text: "My cousin sells tanks, and popcorn machines as well. Ask me for a price for both.",
        hidden: "advertises a shop"
      },
      {
        by: "Henrik Solberg",
        hoursAgo: 120,
        text: "I have welded the old one twice. The sheet is thin all along the seam; a third time will not hold *two* winters.",
        agree: ["Amir Haddad", "Dele Adeyemi", "Nadia Rahimi"]
      },
      {
        by: "Tomasz Wolny",
        hoursAgo: 50,
        text: "The account holds enough for either. From the books:\n\n| Item | XRD |\n|---|---:|\n| Set aside for water | 700 |\n| New tank | 640 |\n| Left | 60 |"
      },
      {
        by: "Marta Lindqvist",
        hoursAgo: 43,
        text: "The rota shows who waters before eight, so we can rule out an open tap: nobody on those three days. I will vote for the new tank.",
        agree: ["Amir Haddad", "Ruth Okafor", "Yuki Tanabe"]
      }
    ]
  },
  {
    slug: "riverside-garden",
    title: "Who has room for six tomato plants?",
    by: "Ruth Okafor",
    category: "question",
    hoursAgo: 30,
    text: "I raised too many, again. Six sturdy ones, sort *Matina*, free to a good bed. They can go out after the cold nights.",
    agree: ["Clara Monteiro"],
    replies: [
      { by: "Clara Monteiro", hoursAgo: 28, text: "Two for bed 14, please. The children will count them daily." },
      {
        by: "Nadia Rahimi",
        hoursAgo: 5,
        text: "I take the other four and pay in basil. Thank you, @Ruth Okafor.",
        agree: ["Ruth Okafor"]
      }
    ]
  },
  {
    slug: "riverside-garden",
    title: "Winter opening of the gate",
    by: "Joaquim Teles",
    category: "general",
    hoursAgo: 700,
    closed: true,
    text: "From November the gate is open from nine to four. Keys for earlier hours are with Marta.",
    replies: [{ by: "Piet van Dam", hoursAgo: 690, text: "The bees agree with the hours." }]
  },
  {
    slug: "open-maps",
    title: "Footpaths without names: how do we record them?",
    by: "Ines Carvalho",
    category: "question",
    hoursAgo: 96,
    text: `Half the paths I walked last month have no name on any map, and three names each among the people who use them.

I propose that we record **all** names people gave us, with the place where each was said. Choosing one is not our work.`,
    agree: ["Gus Whitfield", "Leila Farouk", "Anton Reiter"],
    replies: [
      {
        by: "Anton Reiter",
        hoursAgo: 90,
        text: "Old maps did the same: the surveyor wrote down who told him. I can bring two examples."
      },
      {
        by: "Mei Castellano",
        hoursAgo: 71,
        text: "The tool can hold a list of names for each way. It needs a day of work.",
        agree: ["Ines Carvalho"]
      },
      { by: "Gus Whitfield", hoursAgo: 70, to: 1, text: "Take two days. You will want to test it on Hill Lane." }
    ]
  },
  {
    slug: "open-maps",
    title: "Receipts for the spring round",
    by: "Sade Balogun",
    category: "help",
    hoursAgo: 20,
    text: "Four of nine receipts are here. Please send yours as a picture, with the amount readable; the report goes out on Friday.",
    replies: [{ by: "Oskar Nyman", hoursAgo: 12, text: "Mine is on the way. It smells of bus." }]
  },
  {
    slug: "night-film",
    title: "A film for the shortest day",
    by: "Agnes Holm",
    category: "idea",
    hoursAgo: 60,
    text: "On 21 December the evening begins at four. I could play through two silent films, with soup in between. Any wishes?",
    agree: ["Bea Lindholm", "Kwame Mensah", "Priya Nair", "Olive Hartley"],
    replies: [
      {
        by: "Rui Nakamura",
        hoursAgo: 58,
        text: "Something with cut-outs, and I paint a title card.",
        agree: ["Agnes Holm"]
      },
      { by: "Sam Delacroix", hoursAgo: 57, text: "There are silent westerns. I say no more." },
      { by: "Theo Marchetti", hoursAgo: 30, text: "The long lens is back from repair, so any ratio will do." }
    ]
  },
  {
    slug: "night-film",
    title: "The room echoes in row four",
    by: "Emil Kovacs",
    category: "help",
    hoursAgo: 200,
    text: "Two blankets on the back wall would cost nothing and take the worst away. Who has blankets?",
    replies: [{ by: "Lotte Vermeer", hoursAgo: 180, text: "I have three. Two are presentable." }]
  },
  {
    slug: "solar-roof",
    title: "What the roof made in October",
    by: "Milan Petrov",
    category: "general",
    hoursAgo: 140,
    text: "1,912 kWh, 6% above the estimate. The whole table is with the meter; the pupils checked it.",
    agree: ["Grace Adeleke", "Hanna Vogel", "Dora Simic", "Elin Strand"],
    replies: [
      { by: "Dora Simic", hoursAgo: 138, text: "I checked the sums three times. They hold." },
      { by: "Samir Khoury", hoursAgo: 100, text: "From across the street it looked like 1,913." }
    ]
  },
  {
    slug: "quiet-room",
    title: "Which evening suits all three of us?",
    by: "Priya Nair",
    category: "question",
    hoursAgo: 75,
    text: "Tuesday or Sunday. I have no strong wish, but I would like one.",
    replies: []
  }
]
