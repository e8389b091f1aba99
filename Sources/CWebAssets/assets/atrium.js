// What Atrium's pages do with script. Every page works without it: the script saves loading pages and keeps what is typed.
//
// The page's policy forbids inline styles, eval and other hosts. Text that comes from outside is set as text, never as markup.

const body = document.body;
/** The user's mark; undefined before the log-in. It tells users apart and says nothing about them. */
const user = body.dataset.user;
/** "This is not my device" was chosen: nothing is stored. */
const isElsewhere = 'elsewhere' in body.dataset;
/** The address as it was loaded, before the message's number is taken out. */
const address = new URL(location.href);
/** What a person types into or chooses from. */
const controls = 'input:not([type=hidden]), select, textarea';

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
}

function button(title, style, action) {
    const made = element('button', { type: 'button', class: style }, title);
    made.addEventListener('click', action);
    return made;
}

/** Calls `action` once nothing has happened for some milliseconds. */
function afterPause(milliseconds, action) {
    let timer;
    return () => {
        clearTimeout(timer);
        timer = setTimeout(action, milliseconds);
    };
}

/** Fetches one of our own pages; undefined if the answer is not a page of this user, or comes too late to matter. */
async function page(url, options) {
    try {
        const response = await fetch(url, { redirect: 'manual', cache: 'no-store', ...options });
        if (response.ok) return new DOMParser().parseFromString(await response.text(), 'text/html');
    } catch {
        // No network, or a newer request: the page stays as it is.
    }
}

// MARK: - Saying something to screen readers

// A live region is read only if it was there, and empty, before its text comes.
const status = element('div', { class: 'vh', role: 'status' });
body.prepend(status);

const hush = afterPause(10_000, () => status.replaceChildren());

let saying;

function say(words) {
    clearTimeout(saying);
    status.replaceChildren();
    // The pause makes the same words be read again.
    saying = setTimeout(() => status.replaceChildren(words), 200);
    hush();
}

// MARK: - Going to a control

/** Moves the focus to a control, and opens what is folded around it. */
function goTo(control) {
    for (let at = control.closest('details'); at; at = at.parentElement.closest('details')) at.open = true;
    control.focus();
    // With its label, its error and its help.
    (control.closest('.f') ?? control).scrollIntoView({ block: 'nearest' });
}

const errors = document.getElementById('errors');
if (errors) {
    errors.focus();
    errors.scrollIntoView({ block: 'nearest' });
    errors.addEventListener('click', event => {
        const link = event.target.closest('a[href^="#"]');
        const target = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
        if (!target) return;
        const inside = all(controls, target);
        const control = target.matches(controls)
            ? target
            : inside.find(it => it.matches('[aria-invalid]')) ?? inside.find(it => it.matches(':checked')) ?? inside[0];
        if (!control) return;
        event.preventDefault();
        goTo(control);
    });
}

// MARK: - Request keys

/** A new key, as the server makes them: 128 random bits, base 36. */
const makeKey = () => Array.from(crypto.getRandomValues(new BigUint64Array(2)), part => part.toString(36)).join('');

/** Gives every form a new key. */
function renewKeys() {
    for (const key of all('[name=":key"]')) key.value = makeKey();
}

// MARK: - The back button

addEventListener('pageshow', async event => {
    const isFromHistory = performance.getEntriesByType('navigation')[0]?.type === 'back_forward';
    // A form that one goes back to is sent with another intent. A double tap never comes here: it sends one key twice.
    if (event.persisted || isFromHistory) renewKeys();
    if (!event.persisted || !user) return;
    // The page stood in the browser's memory. Is its user still the one who is logged in?
    const root = document.documentElement;
    if (isElsewhere) root.style.visibility = 'hidden';
    try {
        const response = await fetch('/more', { redirect: 'manual', cache: 'no-store' });
        const fresh = response.ok && new DOMParser().parseFromString(await response.text(), 'text/html');
        if (!fresh || fresh.body.dataset.user !== user) return location.reload();
    } catch {
        // Without a network nobody can tell. On one's own device the page may stay.
        if (isElsewhere) return location.reload();
    }
    root.style.visibility = '';
});

// MARK: - Lists of rows

const idOf = name => `f-${name.replace(/[.:]/g, '-')}`;

/** The number of a list's last row. */
function lastNumber(list) {
    const last = all(':scope > :not(button)', list).at(-1);
    const name = last && all('[name]', last)[0]?.name;
    return name ? parseInt(name.slice(list.dataset.rows.length + 1), 10) : NaN;
}

/** Adds an empty row at the end of a list; returns false if the list has no row to copy. */
function addRow(list) {
    const number = lastNumber(list);
    if (Number.isNaN(number)) return false;
    const last = all(':scope > :not(button)', list).at(-1);
    const row = last.cloneNode(true);
    const names = [number, number + 1].map(it => `${list.dataset.rows}.${it}`);
    const renamed = (text, [from, to]) =>
        text === from || (text.startsWith(from) && '.:-'.includes(text[from.length])) ? to + text.slice(from.length) : text;
    for (const menu of all('.menu', row)) menu.remove();
    for (const part of [row, ...all('*', row)]) {
        for (const { name, value } of [...part.attributes]) {
            if (name === 'name' || name === 'data-rows' || (name === 'value' && part.matches('button'))) {
                part.setAttribute(name, renamed(value, names));
            } else if (['id', 'for', 'aria-describedby'].includes(name)) {
                part.setAttribute(name, value.split(' ').map(id => renamed(id, names.map(idOf))).join(' '));
            }
        }
    }
    // The server draws the last row empty, so that its first state is the empty one. What a row remembers is of another record.
    for (const hidden of all('input[type=hidden]', row)) hidden.remove();
    for (const control of all(controls, row)) {
        if (control.matches('select')) {
            control.selectedIndex = Math.max(0, [...control.options].findIndex(it => it.defaultSelected));
        } else {
            control.value = control.defaultValue;
            if (control.matches('[type=checkbox], [type=radio]')) control.checked = control.defaultChecked;
        }
    }
    last.after(row);
    enhance(row);
    return true;
}

document.addEventListener('click', event => {
    const more = event.target.closest('[data-rows] > button');
    const list = more?.parentElement;
    if (!list || !addRow(list)) return;
    event.preventDefault();
    goTo(all(':scope > :not(button)', list).at(-1).querySelector(controls));
});

// MARK: - Drafts

// localStorage: "atrium.draft USER PATH" → { at, version, fields: [[name, [text, …]], …] }.
const draftPrefix = 'atrium.draft ';
const longestDraftAge = 7 * 24 * 60 * 60 * 1000;
/** sessionStorage: the path of the form that was just sent, until the next page shows whether it was accepted. */
const sentKey = 'atrium.sent';
/** False from the log-out on, while the page still stands. */
let keepsDrafts = !isElsewhere;

/** Runs `action` unless the browser refuses to store anything. */
function stored(action) {
    try {
        return action();
    } catch {
        // Storage is switched off or full: forms work without drafts.
    }
}

const draftKeys = () => stored(() => Object.keys(localStorage).filter(key => key.startsWith(draftPrefix))) ?? [];
const draftKey = path => `${draftPrefix}${user} ${path}`;
const readDraft = key => stored(() => JSON.parse(localStorage.getItem(key)));

// A form may have a field named "action", which would hide form.action.
const pathOf = form => new URL(form.getAttribute('action') ?? '', location.href).pathname;

/** Deletes the drafts of other users, those that are too old, and on another's device all. */
function sweepDrafts() {
    for (const key of draftKeys()) {
        const isOwn = keepsDrafts && key.startsWith(draftKey(''));
        if (!isOwn || !(Date.now() - readDraft(key)?.at < longestDraftAge)) localStorage.removeItem(key);
    }
}

/** Deletes the draft of the form that led to this page, if the form was accepted. */
function settleSentForm() {
    const path = stored(() => sessionStorage.getItem(sentKey));
    if (!path) return;
    sessionStorage.removeItem(sentKey);
    // A message, or a secret that is shown once. Anything else may be a failure, or a page that has nothing to do with the form.
    const isAccepted = ['told', 'done'].some(it => address.searchParams.has(it)) || document.querySelector('[data-copy]');
    if (isAccepted && !errors) localStorage.removeItem(draftKey(path));
}

/** The controls of a form that a draft keeps, by name: no password, no file, nothing hidden, nothing of the form itself. */
function keptControls(form) {
    const kept = new Map();
    for (const control of all(controls, form)) {
        if (!control.name || control.name.startsWith(':') || control.matches('[type=password], [type=file]')) continue;
        kept.set(control.name, [...(kept.get(control.name) ?? []), control]);
    }
    return kept;
}

const isTicked = control => control.matches('[type=checkbox], [type=radio]');

function textsOf(group) {
    return group.filter(it => !isTicked(it) || it.checked).map(it => it.value);
}

function isChanged(control) {
    if (isTicked(control)) return control.checked !== control.defaultChecked;
    if (!control.matches('select')) return control.value !== control.defaultValue;
    const options = [...control.options];
    return !(options.find(it => it.defaultSelected) ?? options[0])?.selected;
}

/** Fills a draft's texts in, with the rows that they need; returns the first control that it filled. */
function putBack(form, fields) {
    let first;
    for (const [name, texts] of fields) {
        const list = all('[data-rows]', form).find(it => name.startsWith(`${it.dataset.rows}.`));
        const number = list ? parseInt(name.slice(list.dataset.rows.length + 1), 10) : -1;
        for (let tries = 0; list && lastNumber(list) < number && tries < 50; tries += 1) addRow(list);
        for (const control of keptControls(form).get(name) ?? []) {
            if (isTicked(control)) control.checked = texts.includes(control.value);
            else control.value = texts[0] ?? '';
            control.dispatchEvent(new Event('input', { bubbles: true }));
            if (!isTicked(control) || control.checked) first ??= control;
        }
    }
    return first;
}

/** A day and a time as the server writes them: 2 March 2026, 09:30. */
function dateWords(date) {
    const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
    return `${day}, ${date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}

function keepDraft(form) {
    const key = draftKey(pathOf(form));
    const version = form.querySelector('input[name=":version"]')?.value;
    const draft = readDraft(key);
    /** What an earlier page kept, and nobody has decided about. */
    let earlier = draft?.fields ?? [];
    let isTouched = false;
    let timer;

    function save() {
        clearTimeout(timer);
        timer = undefined;
        if (!isTouched || !keepsDrafts) return;
        const fields = new Map(earlier);
        for (const [name, group] of keptControls(form)) {
            if (group.some(isChanged)) fields.set(name, textsOf(group));
        }
        stored(() => {
            if (!fields.size) return localStorage.removeItem(key);
            localStorage.setItem(key, JSON.stringify({ at: Date.now(), version, fields: [...fields] }));
        });
    }

    const onTyped = () => {
        isTouched = true;
        timer ??= setTimeout(save, 500);
    };
    form.addEventListener('input', onTyped);
    form.addEventListener('change', onTyped);
    form.addEventListener('submit', save);
    addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', save);
    // What was sent and accepted is no draft, even if the form still shows it after the back button.
    addEventListener('pageshow', event => {
        if (event.persisted) isTouched = false;
    });

    // After an error the server shows what was typed.
    if (errors) return;
    const current = keptControls(form);
    const offered = earlier.filter(([name, texts]) => {
        const group = current.get(name);
        return group ? textsOf(group).join('\n') !== texts.join('\n') : texts.some(Boolean);
    });
    if (!offered.length) return;
    // It is not filled in without asking: the record may be another by now.
    const isOther = draft.version !== version ? ' The record was changed since then: look at it before you save.' : '';
    const line = element('div', { class: 'sum', role: 'group', 'aria-label': 'What you typed' },
        element('p', { class: 'sub' },
            `You typed something here on ${dateWords(new Date(draft.at))} and did not save it.${isOther}`),
        element('div', { class: 'line wrap mts' },
            button('Put it back', 'btn line', () => {
                line.remove();
                // What was typed after the form was opened is newer.
                const newer = [...keptControls(form)].filter(([, group]) => group.some(isChanged)).map(([name]) => name);
                earlier = [];
                const first = putBack(form, offered.filter(([name]) => !newer.includes(name)));
                goTo(first ?? form.querySelector(controls));
                say('It is back.');
            }),
            button('Throw it away', 'btn text', () => {
                line.remove();
                earlier = [];
                isTouched = true;
                save();
                goTo(form.querySelector(controls));
                say('It is thrown away.');
            })));
    line.style.marginBlockEnd = '1.5rem';
    form.prepend(line);
}

if (user) {
    sweepDrafts();
    settleSentForm();
    if (keepsDrafts) all('form[data-form]').forEach(keepDraft);
}

document.addEventListener('submit', event => {
    if (event.defaultPrevented) return;
    const path = pathOf(event.target);
    if (path === '/logout') {
        keepsDrafts = false;
        for (const key of draftKeys()) localStorage.removeItem(key);
        return;
    }
    // Also a form that is sent again after a new log-in, which is not the form that has the draft.
    if (draftKeys().some(key => key.endsWith(` ${path}`))) stored(() => sessionStorage.setItem(sentKey, path));
});

// MARK: - Fields that name a record

/** Makes a field an editable combobox with a list (WAI-ARIA Authoring Practices). */
function suggest(input) {
    const list = element('ul', { class: 'menu', role: 'listbox', id: `${input.id}-menu`, 'aria-label': 'Suggestions' });
    list.hidden = true;
    input.after(list);
    for (const [key, value] of [
        ['role', 'combobox'], ['aria-autocomplete', 'list'], ['aria-expanded', 'false'], ['aria-controls', list.id],
    ]) input.setAttribute(key, value);
    let request = new AbortController();
    let active;

    /** Sets what the form remembers: the record's id, and its name as shown. The server takes the id if the name still stands. */
    function remember(part, text) {
        const name = `${input.name}:${part}`;
        let hidden = all('input[type=hidden]', input.parentElement).find(it => it.name === name);
        if (!hidden && text) input.parentElement.append(hidden = element('input', { type: 'hidden', name }));
        if (hidden) hidden.value = text;
    }

    function mark(option) {
        active?.setAttribute('aria-selected', 'false');
        active = option;
        option?.setAttribute('aria-selected', 'true');
        option?.scrollIntoView({ block: 'nearest' });
        if (option) input.setAttribute('aria-activedescendant', option.id);
        else input.removeAttribute('aria-activedescendant');
    }

    function show(options) {
        mark(undefined);
        list.replaceChildren(...options);
        list.hidden = !options.length;
        input.setAttribute('aria-expanded', String(!list.hidden));
    }

    function close() {
        request.abort();
        show([]);
    }

    async function ask() {
        request.abort();
        const text = input.value.trim();
        if (!text) return show([]);
        request = new AbortController();
        const { signal } = request;
        const found = await page(
            `/suggest?${new URLSearchParams({ collection: input.dataset.suggest, q: text })}`, { signal });
        if (!found || signal.aborted || document.activeElement !== input) return;
        const options = all('[role=option][data-id]', found);
        options.forEach((option, index) => {
            option.id = `${list.id}-${index}`;
            option.setAttribute('aria-selected', 'false');
        });
        show(options);
        say(options.length === 1 ? '1 suggestion' : `${options.length || 'No'} suggestions`);
    }

    function pick(option) {
        input.value = option.dataset.title ?? option.textContent;
        remember('id', option.dataset.id);
        // As the field holds it, without line breaks: the server compares the two.
        remember('shown', input.value);
        close();
        input.dispatchEvent(new Event('change', { bubbles: true }));
    }

    const askSoon = afterPause(200, () => document.activeElement === input && ask());

    input.addEventListener('input', () => {
        remember('id', '');
        remember('shown', '');
        askSoon();
    });
    input.addEventListener('blur', close);
    // Pressing an option does not take the focus from the field.
    list.addEventListener('mousedown', event => event.preventDefault());
    list.addEventListener('click', event => {
        const option = event.target.closest('[role=option]');
        if (option) pick(option);
    });
    input.addEventListener('keydown', async event => {
        if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step) {
            event.preventDefault();
            if (list.hidden) await ask();
            const options = [...list.children];
            const index = options.indexOf(active);
            // Below the last option the first follows.
            if (!event.altKey) mark(options.at(index < 0 && step < 0 ? -1 : (index + step) % options.length));
        } else if (event.key === 'Enter' && active) {
            event.preventDefault();
            pick(active);
        } else if (event.key === 'Escape' && !list.hidden) {
            event.preventDefault();
            close();
        } else if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) {
            mark(undefined);
        }
    });
}

// MARK: - Search as one types

for (const form of all('form[data-live]')) {
    const results = document.getElementById(form.dataset.live);
    if (!results) continue;
    // Of a live region every row would be read at each pause; how many there are is enough.
    results.removeAttribute('aria-live');
    let request = new AbortController();

    const find = async () => {
        request.abort();
        request = new AbortController();
        const { signal } = request;
        const url = new URL(pathOf(form), location.href);
        for (const [name, value] of new FormData(form)) url.searchParams.append(name, value);
        const found = await page(url, { signal });
        const fresh = found?.getElementById(form.dataset.live);
        if (!fresh || signal.aborted || found.body.dataset.user !== user) return;
        results.replaceChildren(...fresh.childNodes);
        history.replaceState(history.state, '', url);
        const count = all('.rows > li', results).length;
        if (url.searchParams.get('q')?.trim()) say(count === 1 ? '1 result' : `${count || 'No'} results`);
    };

    form.addEventListener('input', afterPause(250, find));
    form.addEventListener('submit', () => request.abort());
}

// MARK: - What is understood of words as one types

for (const form of all('form[data-reads]')) {
    const [input, readings] = [form.querySelector('input[type=text]'), form.querySelector('.said')];
    let request = new AbortController();
    const read = async () => {
        request.abort();
        request = new AbortController();
        const { signal } = request;
        const url = new URL(form.dataset.reads, location.href);
        url.searchParams.set('say', input.value);
        const found = await page(url, { signal });
        if (signal.aborted || found?.body.dataset.user !== user) return;
        readings.replaceChildren(...(found.querySelector('.said')?.childNodes ?? []));
    };
    input.addEventListener('input', afterPause(250, read));
}

// MARK: - Messages

for (const toast of all('.toast')) {
    const words = toast.querySelector('p')?.textContent.trim();
    const close = () => {
        const hadFocus = toast.contains(document.activeElement);
        toast.remove();
        if (!hadFocus) return;
        const heading = document.querySelector('h1');
        heading?.setAttribute('tabindex', '-1');
        heading?.focus();
    };
    toast.append(button('Close', 'btn', close));
    document.addEventListener('keydown', event => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
    });
    // Screen readers do not read what a live region holds when the page is loaded.
    if (words) setTimeout(say, 300, words);
    // So that a reload, or a bookmark, does not say it again.
    const quiet = new URL(address);
    quiet.searchParams.delete('told');
    quiet.searchParams.delete('done');
    history.replaceState(history.state, '', quiet);
}

// MARK: - Files that come in

/** Shows an answer to an upload that leads nowhere else: what was wrong. */
function showAnswer(text) {
    const found = new DOMParser().parseFromString(text, 'text/html');
    const main = found.querySelector('main');
    if (!main) return location.reload();
    document.title = found.title;
    document.querySelector('main').replaceWith(main);
    all('form[data-upload]').forEach(upload);
    document.getElementById('errors')?.focus();
}

/** The files in what was dropped, also those in folders. */
async function droppedFiles(transfer) {
    const found = [];
    async function walk(entry, path) {
        if (entry.isFile) {
            found.push([await new Promise((done, failed) => entry.file(done, failed)), path + entry.name]);
            return;
        }
        const reader = entry.createReader();
        // A reader gives a hundred at a time.
        for (let part; (part = await new Promise((done, failed) => reader.readEntries(done, failed))).length;) {
            for (const inner of part) await walk(inner, `${path}${entry.name}/`);
        }
    }
    const entries = [...transfer.items].map(it => it.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.length) return [...transfer.files].map(file => [file, file.name]);
    for (const entry of entries) await walk(entry, '');
    return found;
}

/** Sends files as they are dropped or chosen, and says how far it is. */
function upload(form) {
    const zone = form.querySelector('.drop');
    const words = form.querySelector('[data-progress]');

    function send(data) {
        const request = new XMLHttpRequest();
        request.open('POST', pathOf(form));
        request.upload.addEventListener('progress', event => {
            if (event.lengthComputable) words.textContent = `${Math.floor(100 * event.loaded / event.total)}% sent`;
        });
        request.addEventListener('load', () => {
            const isElsewhere = request.responseURL && new URL(request.responseURL).pathname !== pathOf(form);
            if (isElsewhere) location.assign(request.responseURL);
            else showAnswer(request.responseText);
        });
        request.addEventListener('error', () => {
            words.textContent = 'The files could not be sent. Nothing was kept; try again.';
        });
        words.textContent = 'Sending…';
        request.send(data);
    }

    form.addEventListener('submit', event => {
        event.preventDefault();
        send(new FormData(form));
    });
    for (const input of all('input[type=file]', form)) {
        input.addEventListener('change', () => input.files.length && form.requestSubmit());
    }
    zone.addEventListener('dragover', event => {
        event.preventDefault();
        zone.classList.add('over');
    });
    zone.addEventListener('dragleave', () => zone.classList.remove('over'));
    zone.addEventListener('drop', async event => {
        event.preventDefault();
        zone.classList.remove('over');
        const data = new FormData(form);
        data.delete('files');
        data.delete('folder');
        for (const [file, path] of await droppedFiles(event.dataTransfer)) data.append('files', file, path);
        if (data.has('files')) send(data);
    });
}

all('form[data-upload]').forEach(upload);

for (const bar of all('progress[data-job]')) {
    const words = document.getElementById('progress');
    const events = new EventSource(`/api/v1/jobs/${bar.dataset.job}/events`);
    const show = event => {
        const { progress } = JSON.parse(event.data);
        if (!progress) return;
        if (progress.byteCount) bar.value = 100 * progress.bytes / progress.byteCount;
        if (progress.finishing) words.textContent = 'All items are read; finishing';
        else words.textContent = `${progress.items.toLocaleString('en-GB')} items read of ${progress.file}`;
    };
    events.addEventListener('running', show);
    for (const end of ['done', 'failed', 'cancelled']) {
        events.addEventListener(end, () => {
            events.close();
            location.reload();
        });
    }
    // A hub that was started anew knows nothing of it: the page says so.
    events.addEventListener('error', () => {
        if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 3000);
    });
    // A stream holds one of the few connections to a host.
    addEventListener('pagehide', () => events.close());
}

// MARK: - Choices of conflicts

const choices = document.querySelector('[data-choices]');
if (choices) {
    const articles = all('article.diff');
    /** What was decided on other pages. */
    const chosen = article => article.querySelector('[data-choice] :checked')?.value;
    const others = parseInt(choices.textContent, 10) - articles.filter(chosen).length;
    const count = () => {
        const made = Math.max(0, others) + articles.filter(chosen).length;
        choices.textContent = ` ${made} of ${choices.dataset.choices} choices made.`;
    };
    for (const article of articles) {
        article.addEventListener('change', event => {
            const decision = event.target.closest('[data-choice]');
            // A choice of a field is a merge; what is kept or replaced has no choices of fields.
            if (!decision && event.target.value) article.querySelector('[data-choice] [value=merge]').checked = true;
            else if (decision && event.target.value !== 'merge') {
                for (const radio of all('fieldset:not([data-choice]) [value=""]', article)) radio.checked = true;
            }
            count();
        });
    }
}

// MARK: - Rows in an order of one's own

/** Lets a row be dragged by a handle; its buttons, which do the same step by step, say where an order is sent. */
function dragRows(list) {
    const step = list.querySelector('.ends button');
    if (!step) return;
    for (const row of list.children) {
        const handle = element('span', { class: 'grip', 'aria-hidden': 'true' }, '⠿');
        row.querySelector('.ends').prepend(handle);
        handle.addEventListener('pointerdown', down => {
            down.preventDefault();
            const before = [...list.children];
            row.classList.add('lifted');
            const move = event => {
                // By the height alone: a quick pointer leaves rows out, and may end beside or below the list.
                const isBelow = ({ top, height }) => event.clientY < top + height / 2;
                const next = [...list.children].find(it => it !== row && isBelow(it.getBoundingClientRect())) ?? null;
                if (next !== row.nextElementSibling) list.insertBefore(row, next);
            };
            const drop = () => {
                removeEventListener('pointermove', move);
                for (const name of ['pointerup', 'pointercancel']) removeEventListener(name, drop);
                row.classList.remove('lifted');
                if (before.every((item, index) => item === list.children[index])) return;
                const target = new URL(step.formAction);
                for (const name of [...target.searchParams.keys()]) {
                    if (/\.\d+$/.test(name)) target.searchParams.delete(name);
                }
                const name = new URL(step.formAction).search.match(/[?&]([^=&]+)\.0=/)[1];
                [...list.children].forEach((item, index) => target.searchParams.append(`${name}.${index}`, item.dataset.id));
                step.formAction = target.href;
                step.click();
            };
            // Not on the handle: what moves in the page loses the pointer.
            addEventListener('pointermove', move);
            for (const name of ['pointerup', 'pointercancel']) addEventListener(name, drop);
        });
    }
}

// MARK: - Parts of pages, and of rows that are added later

function copyButton(input) {
    input.after(button('Copy', 'btn line mts', async () => {
        try {
            await navigator.clipboard.writeText(input.value);
            say('Copied');
        } catch {
            // The browser forbids it: select the text, so that it can be copied by hand.
            input.select();
            say('Copying is not allowed here. The text is selected.');
        }
    }));
}

const growsBySelf = CSS.supports('field-sizing', 'content');

function grow(area) {
    // What is folded has no height yet.
    if (growsBySelf || !area.offsetHeight) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

document.addEventListener('input', event => event.target.matches('textarea') && grow(event.target));
// The event of a <details> does not bubble.
document.addEventListener('toggle', event => all('textarea', event.target).forEach(grow), true);

function enhance(root) {
    all('input[data-suggest]', root).forEach(suggest);
    all('textarea', root).forEach(grow);
    all('[data-order]', root).forEach(dragRows);
    if (navigator.clipboard) all('input[data-copy]', root).forEach(copyButton);
}

enhance(document);

// What few pages need is a file of its own.
const { more } = body.dataset;
if (more) import(more).then(part => part.default({ afterPause, all, button, element, enhance, makeKey, page, say, stored, user }));
