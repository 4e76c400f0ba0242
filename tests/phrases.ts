/** Phrases and former words that texts avoid, each with an example, and the places that keep one for a reason. */
export interface Slip {
  readonly pattern: RegExp
  readonly instead: string
  readonly bad: string
  readonly good: string
}

export const slips: Readonly<Record<string, Slip>> = {
  "is no": {
    pattern: /(?<!\bthere )\b(?:is|are) no (?!longer\b)/i,
    instead: "is not a …",
    bad: "This is no account of this network.",
    good: "There is no account here, and it is no longer possible to add one."
  },
  whoever: {
    pattern: /\bwhoever\b/i,
    instead: "anyone who …, or the role's name",
    bad: "Whoever holds a badge can start one.",
    good: "Anyone who holds a badge can start one."
  },
  anew: { pattern: /\banew\b/i, instead: "again", bad: "Prepare it anew.", good: "Prepare it again." },
  "for ever": {
    pattern: /\bfor ever\b/i,
    instead: "forever",
    bad: "It stays for ever.",
    good: "Sealed for everyone, forever."
  },
  "by itself": {
    pattern: /\bby (?:itself|themselves)\b/i,
    instead: "automatically, alone, separately",
    bad: "What is left comes back by itself.",
    good: "What is left is returned automatically."
  },
  "what became of": {
    pattern: /\bwhat (?:has )?(?:became|become|becomes) of\b/i,
    instead: "the result, the outcome",
    bad: "The next poll says what became of it.",
    good: "The next poll reads its result."
  }
}

/** Words that had no meaning outside this project, in texts: docs/glossary.md has today's. Comments may name older ones. */
export const formerWords: Readonly<Record<string, Slip>> = {
  keeper: {
    pattern: /\bkeepers?\b/i,
    instead: "signer, multisig",
    bad: "Two of three keepers have approved.",
    good: "Two of three signers have approved; the housekeepers know. See `E-KEEPERS`."
  },
  settler: {
    pattern: /\bsettlers?\b/i,
    instead: "relayer",
    bad: "The settler pays each batch.",
    good: "The relayer pays each batch and settles orders."
  },
  parked: {
    pattern: /\b(?:un)?park(?:ed|ing)\b(?!-)/i,
    instead: "escrow: fund, withdraw, refund",
    bad: "The parked money comes back.",
    good: "Meet us in the park: the money in escrow is refunded."
  },
  "lent vote": {
    pattern:
      /\blenders?\b|\b(?:lent|lend(?:s|ing)?) (?:(?:me|you|us|them) )?(?:(?:a|the|my|his|her|its|your|our|their) )?(?:votes?|weight)\b/i,
    instead: "delegate, delegation, delegator",
    bad: "Somebody lends you their vote.",
    good: "Somebody delegates their vote to you, and lends the club a saw."
  },
  letter: {
    pattern:
      /\bletters? (?:about|arrives?|leaves?|goes|to you|(?:is|are|was|were) (?:un)?sent)\b|\b(?:this|your|no|unsent|send|sends|sent) letters?\b/i,
    instead: "e-mail",
    bad: "Nothing needs a look: letters leave.",
    good: "Use letters and digits; the e-mails are sent."
  },
  "standing payout": {
    pattern: /\bstanding payouts?\b/i,
    instead: "recurring payout",
    bad: "Each standing payout has a date.",
    good: "Each recurring payout has a date."
  },
  "needs you": {
    pattern: /\bneeds? you\b(?! to\b)/i,
    instead: "To do",
    bad: "Nothing needs you today.",
    good: "Nothing to do today. It needs your wallet, and we need you to sign."
  },
  "ledger step": {
    pattern: /\bledger steps?\b/i,
    instead: "prepared transaction",
    bad: "Each ledger step has a lease.",
    good: "Each prepared transaction has a lease."
  },
  pulse: { pattern: /\bpulses?\b/i, instead: "live event", bad: "A pulse was lost.", good: "A live event was lost." },
  "once key": {
    pattern: /(?<!execute-)\bonce(?:-only)? keys?\b/i,
    instead: "idempotency key",
    bad: "A once key was used.",
    good: "An idempotency key was used; the execute-once key ends."
  },
  "piece of a job": {
    pattern: /\bpieces? of (?:a|the) job\b/i,
    instead: "work item",
    bad: "A piece of a job died.",
    good: "A work item of a job died."
  },
  "What … is": {
    pattern:
      /(?:^ ?|[.!:] )(?:[-*>"“\d.]+ ?)*What (?!happens\b)[^.?!]*? (?:is|are|goes|go|stays?|comes|has|have|was|were|waits|stands|needs)\b[^.?!]*\.(?=[\s*"”)]|$)/,
    instead: "a sentence whose subject is a noun",
    bad: "What is left over goes back.",
    good: "The rest is refunded. What is an escrow account? What it is for"
  }
}

/** Parts of files that contain such a phrase or word for a reason: file, part of the text, why it stays. */
export const exceptions: ReadonlyArray<readonly [file: string, part: string, reason: string]> = [
  ["docs/glossary.md", "|", "the glossary names the older words"],
  ["app/effects/treasury/budgets/terms.ts", "A budget is parked: ", "its hash is in votes and on the ledger"],
  ["app/components/base/site/offline.ts", "What you write is kept on this device.", "the agreed text of E-OFFLINE"],
  ["docs/product/errors.md", "What you write is kept on this device.", "the agreed text of E-OFFLINE"],
  [
    "app/components/communities/communities/set-up.tsx",
    "What this is for, and what happens next.",
    "a hint of a field"
  ],
  [
    "app/components/governance/proposals/author-tools.tsx",
    "What has been done, and what comes next.",
    "a hint of a field"
  ],
  ["app/components/treasury/payouts/payment-fields.tsx", "What it is for, in 5 to 120", "a hint of a field"],
  [
    "app/components/publishing/styleguide/articles.tsx",
    "What a bond is here, what it costs",
    "a summary, like a heading"
  ],
  ["app/content/roadmap.md", "What is being built now", "a summary, like a heading"],
  ["app/content/pages/privacypolicy.md", "What we store about you", "a summary, like a heading"],
  ["app/content/pages/termsandcondition.md", "What you can expect", "a summary, like a heading"],
  ["app/content/resources/house-rules.md", "What is said here in confidence", "a well-known rule of conversation"],
  ["app/effects/local/seed/communities.ts", "What ", "people of the demonstration write as people do"],
  ["app/effects/local/seed/demoSeries.ts", "What the garden saves", "people of the demonstration write as people do"],
  ["app/effects/local/seed/demoVotes.ts", "What changes", "people of the demonstration write as people do"]
]
