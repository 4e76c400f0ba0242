/** How much of one community a person wants to hear. No imports: pages load this file. */
export const communityChoices = ["all", "important", "none"] as const
export type CommunityChoice = (typeof communityChoices)[number]
