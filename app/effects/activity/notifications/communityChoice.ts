/** How many notifications of one community a person wants. No imports: pages load this file. */
export const communityChoices = ["all", "important", "none"] as const
export type CommunityChoice = (typeof communityChoices)[number]
