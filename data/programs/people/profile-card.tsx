/**
 * A card with the viewer's own profile: name, picture and a few words.
 *
 * The profile is found by a wish; without one the card offers to make it.
 * #profile #person #card
 */
import { computed, NAME, pattern, UI, type VNode, wish } from "commonfabric";

/** The fields of a profile that the card reads. */
export interface ShownProfile {
  name: string;
  avatar?: string;
  bio?: string;
}

export interface ProfileCardOutput {
  [NAME]: string;
  [UI]: VNode;
  /** The viewer's name; empty while there is no profile. */
  name: string;
}

export default pattern<Record<string, never>, ProfileCardOutput>(() => {
  const profile = wish<ShownProfile>({ query: "#profile" });
  const name = computed(() => profile.result?.name ?? "");
  const picture = computed(() => profile.result?.avatar ?? "");
  const bio = computed(() => profile.result?.bio ?? "");
  const isMissing = computed(() => profile.result === undefined);

  return {
    [NAME]: computed(() => name || "Profile"),
    [UI]: (
      <cf-card>
        {isMissing ? <div>{profile}</div> : null}
        <cf-hstack gap="3">
          <cf-avatar src={picture} name={name} size="lg" />
          <cf-vstack gap="1">
            <cf-heading level={3}>{name}</cf-heading>
            <cf-text tone="muted">{bio}</cf-text>
          </cf-vstack>
        </cf-hstack>
      </cf-card>
    ),
    name,
  };
});
