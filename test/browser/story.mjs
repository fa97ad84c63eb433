// The list of stories.
export const stories = [];

// `tell` gets { server, visitor, open }.
export function story(name, tell) {
	stories.push({ name, tell });
}
