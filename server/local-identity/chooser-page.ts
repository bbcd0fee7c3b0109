import type { AddressFaults, TypedAddress } from './address-form.ts';
import type { LocalAccount } from './directory.ts';
import { html, type Markup } from './html.ts';
import { page } from './page.ts';

/** With more accounts than this the rest wait behind a disclosure. */
const SHOWN_AT_ONCE = 6;

interface Chooser {
  readonly productName: string;
  readonly accounts: readonly LocalAccount[];
  readonly typed?: TypedAddress;
  readonly faults?: AddressFaults;
}

const courtesy = /^(dr|prof|mr|mrs|ms)\.?$/i;

const initials = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => word && !courtesy.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
};

/** A long address breaks at its '@' first. */
const breakable = (email: string): Markup => {
  const [localPart, ...domain] = email.split('@');
  return html`${localPart}@<wbr>${domain.join('@')}`;
};

const accountRow = ({ email, name, role }: LocalAccount): Markup => html`<li>
<button class="account" type="submit" name="email" value="${email}">
<span class="avatar" aria-hidden="true">${initials(name)}</span>
<span class="facts">
<span class="who"><span class="name">${name}</span> <span class="email">${breakable(email)}</span></span>
<span class="role">${role}</span>
</span>
</button>
</li>`;

const accountList = (accounts: readonly LocalAccount[]): Markup => {
  const rest = accounts.slice(SHOWN_AT_ONCE);
  return html`<form method="post" aria-label="Accounts">
<ul class="accounts">${accounts.slice(0, SHOWN_AT_ONCE).map(accountRow)}</ul>
${
  rest.length > 0 &&
  html`<details class="more"><summary>Show ${rest.length} more</summary>
<ul class="accounts">${rest.map(accountRow)}</ul></details>`
}
</form>`;
};

interface Field {
  readonly name: 'email' | 'name';
  readonly label: Markup;
  readonly attributes: Markup;
  readonly value: string;
  readonly fault: string | undefined;
}

const field = ({ name, label, attributes, value, fault }: Field): Markup => html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" ${attributes}${
  fault && html` aria-invalid="true" aria-describedby="${name}-fault" autofocus`
}>
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
</div>`;

const addressForm = (
  typed: TypedAddress,
  faults: AddressFaults,
): Markup => html`<section aria-labelledby="another">
<h2 id="another">Another address</h2>
<p class="hint">Any address works. A new one signs in as a new person.</p>
<form class="address" method="post" novalidate>
${field({
  name: 'email',
  label: html`E-mail`,
  attributes: html`type="email" autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false" required`,
  value: typed.email,
  fault: faults.email,
})}
${field({
  name: 'name',
  label: html`Name <span class="optional">(optional)</span>`,
  attributes: html`type="text" autocomplete="name"`,
  value: typed.name,
  fault: faults.name,
})}
<button class="primary" type="submit">Continue</button>
</form>
</section>`;

/** The account chooser: everyone offered by name, and a form for any other address. */
export const chooserPage = ({ productName, accounts, typed, faults }: Chooser): string =>
  page(
    faults ? 'Error: choose an account' : 'Choose an account',
    productName,
    html`<div class="card">
<header>
<h1>Choose an account</h1>
<p class="lead">to continue to ${productName}</p>
</header>
${accounts.length > 0 && accountList(accounts)}
${addressForm(typed ?? { email: '', name: '' }, faults ?? {})}
</div>
<footer>
<p>Local sign-in, without passwords. It stands in for Google until that is set up.</p>
<a href="/login">Back to sign-in</a>
</footer>`,
  );
