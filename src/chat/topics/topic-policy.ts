/** A user's policy for a topic, as in `visibility_policy`; an inheriting topic has none stored. */
export const TOPIC_POLICIES = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** Whether a topic is muted: by its own policy, else with its channel. */
export function isTopicMuted(policy: number | null | undefined, isChannelMuted: boolean): boolean {
  return (policy ?? TOPIC_POLICIES.inherit) === TOPIC_POLICIES.inherit
    ? isChannelMuted
    : policy === TOPIC_POLICIES.muted
}
