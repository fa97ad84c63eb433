// How a browser signs in: by the link that the server prints once, or by a token.
import { useState } from "preact/hooks";
import { asProblem } from "../data/problem";
import { signIn, signInProblem } from "../data/session";
import { Field } from "../parts/fields";
import { Icon } from "../parts/icon";
import { ProblemBox } from "../parts/problem";

export function SignIn() {
	const [token, setToken] = useState("");
	const [isBusy, setBusy] = useState(false);
	const submit = async (event: Event): Promise<void> => {
		event.preventDefault();
		setBusy(true);
		try {
			await signIn({ token: token.trim() });
		} catch (error) {
			signInProblem.value = asProblem(error);
		}
		setBusy(false);
		setToken("");
	};
	return (
		<main class="sign-in">
			<form class="card" onSubmit={(event) => { void submit(event); }}>
				<h1><span class="brand-mark"><Icon name="bell" size={20} /></span> Belfry</h1>
				<p>Sign in with a token. The link that the server prints at its first start signs in by itself.</p>
				{signInProblem.value && <ProblemBox problem={signInProblem.value} />}
				<Field label="Token" name="token" type="password" value={token} onInput={setToken} isRequired
					hint={<>The administrator's token is in the file <code>admin.token</code> of the data folder.</>} />
				<button type="submit" class="button is-primary is-wide" disabled={isBusy}>Sign in</button>
			</form>
		</main>
	);
}
