// The hours of a day, where there are blocks that can be moved: they are lifted, dragged and made longer, and the days beside
// this one are ready before they are asked for. All of it can be done without: by the forms of each block, and by links.

/** How long a block is pressed before it can be dragged, in milliseconds. */
const hold = 400;
/** The minutes that a row of the timeline is: the least that a block lasts, too. */
const quarter = 15;
/** After how many milliseconds what could not be sent is tried again, if nothing says that there is a network. */
const patience = 10_000;
/** How many milliseconds a page that was fetched before it was asked for is taken for the day as it is. */
const fresh = 20_000;

const clockWords = minutes => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const spanOf = block => [Number(block.dataset.start), Number(block.dataset.end)];
const rowHeight = block => parseFloat(getComputedStyle(block.closest('.tl')).gridAutoRows);
const titleOf = block => block.querySelector('b').textContent;

export default function hours({ all, button, element, enhance, page, say, stored, user }) {
    /** The block that is lifted; at most one of the page. */
    let lifted;
    /** What could not be sent for want of a network: by the block's address, where it is meant to be. */
    const unsaved = new Map();
    /** Pages of other days that were fetched before they were asked for, by their addresses. */
    const ready = new Map();

    const main = () => document.querySelector('main');
    const blockAt = address => all('[data-move]').find(it => it.dataset.move === address);

    function toast(id, words, ...actions) {
        for (const old of all('.toast')) old.remove();
        const made = element('div', { class: 'toast', id }, element('p', {}, words), ...actions);
        made.append(button('Close', 'btn', () => made.remove()));
        document.body.append(made);
        say(words);
    }

    /** Shows what another page of the day says, in the place of this one. */
    function show(found) {
        main().replaceWith(found.querySelector('main'));
        for (const old of all('.toast')) old.remove();
        ready.clear();
        enhance(main());
        begin();
        for (const [address, { span }] of unsaved) {
            const block = blockAt(address);
            if (block) putBlock(block, ...span, true);
        }
    }

    // MARK: - Sending

    /** Sends a block's new time as its own form would, and shows the day that comes of it, or why it stays where it was. */
    async function drop(block, change) {
        const { move } = block.dataset;
        const data = new URLSearchParams(new FormData(document.getElementById('drop')));
        data.set(`${change.field}:raw`, change.time);
        // What was not saved is sent again as it was: an answer that was lost is not done twice.
        const again = unsaved.get(move);
        change.key = again?.time === change.time && again.way === change.way ? again.key : data.get(':key');
        data.set(':key', change.key);
        block.ariaBusy = 'true';
        let answer, found;
        try {
            answer = await fetch(change.way, { method: 'POST', body: data, cache: 'no-store' });
            found = new DOMParser().parseFromString(await answer.text(), 'text/html');
        } catch {
            return wait(blockAt(move), change);
        }
        unsaved.delete(move);
        // Another one may have been answered meanwhile.
        block = blockAt(move) ?? block;
        if (!answer.ok || found.body.dataset.user !== user) {
            const why = found.querySelector('main .err') ?? found.getElementById('errors');
            const free = change.field === 'to' ? all('[data-slot]', found) : [];
            return stays(block, why?.textContent.trim().replace(/\s+/g, ' ') ?? 'It could not be moved.', free);
        }
        const [top, told] = [scrollY, found.querySelector('.toast')];
        show(found);
        if (told) document.body.append(told);
        scrollTo(0, top);
        say(told?.querySelector('p')?.textContent ?? change.words);
        navigator.vibrate?.(10);
    }

    /** Leaves a block where it was put, says that this is not saved yet, and sends it when there is a network again. */
    function wait(block, change) {
        if (!block) return;
        block.ariaBusy = null;
        unsaved.set(block.dataset.move, change);
        putBlock(block, ...change.span, true);
        const putBack = () => {
            unsaved.delete(block.dataset.move);
            putBlock(block, ...spanOf(block));
            document.getElementById('waits')?.remove();
        };
        if (document.getElementById('waits')) return;
        toast('waits', `${titleOf(block)} is not saved yet: there is no network. It is sent as soon as there is one.`,
            button('Try now', 'btn', sendAgain), button('Put it back', 'btn', putBack));
    }

    async function sendAgain() {
        for (const [address, change] of [...unsaved]) {
            const block = blockAt(address);
            if (block && !block.ariaBusy && block !== lifted) await drop(block, change);
        }
        if (!unsaved.size) document.getElementById('waits')?.remove();
    }

    addEventListener('online', sendAgain);
    setInterval(() => unsaved.size && sendAgain(), patience);
    addEventListener('beforeunload', event => unsaved.size && event.preventDefault());

    /** Puts a block back, and says why, with the times that are free as buttons. */
    function stays(block, why, free = []) {
        putBlock(block, ...spanOf(block));
        block.ariaBusy = null;
        const slots = free.map(slot => {
            const [title, time] = [slot.textContent.trim(), slot.dataset.slot];
            const [hour, minute] = time.slice(11, 16).split(':').map(Number);
            const [from, to] = spanOf(block);
            const start = time.startsWith(block.closest('.tl')?.dataset.day) ? hour * 60 + minute : from;
            return button(title, 'btn', () => drop(block, {
                way: block.dataset.move, field: 'to', time, span: [start, start + to - from], words: `Moved to ${title}.`,
            }));
        });
        toast('stays', `${titleOf(block)} stays where it is. ${why}`, ...slots);
    }

    // MARK: - Moving

    /** Shows a block at another time, or as long as another one. */
    function putBlock(block, start, end, isUnsaved = false) {
        const [from, to] = spanOf(block);
        const meta = block.querySelector('.meta');
        block.words ??= meta.textContent;
        block.restHeight ??= block.offsetHeight;
        const isHome = start === from && end === to;
        block.style.transform = start === from ? '' : `translateY(${(start - from) / quarter * rowHeight(block)}px)`;
        const longer = (end - start - (to - from)) / quarter * rowHeight(block);
        block.style.minHeight = block.style.height = longer ? `${block.restHeight + longer}px` : '';
        meta.textContent = isHome ? block.words : `${clockWords(start)}–${clockWords(end)}${isUnsaved ? ' · not saved yet' : ''}`;
        const others = all('[data-busy]', block.closest('.tl')).filter(it => it !== block);
        block.classList.toggle('no', others.some(it => start < Number(it.dataset.end) && Number(it.dataset.start) < end));
        [block.at, block.until] = [start, end];
    }

    function liftBlock(block) {
        if (lifted === block) return;
        settleBlock();
        lifted = block;
        putBlock(block, ...spanOf(block));
        block.classList.add('lift');
        block.closest('.tl').classList.add('held');
        block.append(element('span', { class: 'size', 'aria-hidden': 'true' }, '═'));
        navigator.vibrate?.(10);
    }

    /** Puts the lifted block down: where it is, or where it was. */
    function settleBlock(isKept = false) {
        const block = lifted;
        if (!block) return;
        lifted = undefined;
        block.closest('.tl')?.classList.remove('held');
        block.classList.remove('lift', 'no');
        block.querySelector('.size')?.remove();
        const [from, to] = spanOf(block);
        const span = [block.at, block.until];
        const [start, end] = span;
        if (!isKept || (start === from && end === to)) {
            unsaved.delete(block.dataset.move);
            return putBlock(block, from, to);
        }
        const { day } = block.closest('.tl').dataset;
        // Midnight is on the next day: the end stays a minute before it.
        const at = minutes => `${day}T${minutes === 1440 ? '23:59' : clockWords(minutes)}`;
        const words = `${titleOf(block)} is from ${clockWords(start)} to ${clockWords(end)} now.`;
        drop(block, start !== from
            ? { way: block.dataset.move, field: 'to', time: at(start), span, words }
            : { way: block.dataset.resize, field: 'end', time: at(end), span, words });
    }

    /** The grid on which times land, in minutes from midnight. */
    const gridOf = block => Number(block.closest('.tl').dataset.grid) || quarter;
    const onGrid = (minutes, grid) => Math.round(minutes / grid) * grid;

    /** Follows a pointer that presses a block: after a while it lifts it, and drags it along the grid. */
    function pressBlock(block, down) {
        const isSize = down.target.closest('.size');
        const [x, y] = [down.clientX, down.pageY];
        const [from, to] = lifted === block ? [block.at, block.until] : spanOf(block);
        const grid = gridOf(block);
        let [last, timer, scroller] = [down, undefined, undefined];
        const begin = () => liftBlock(block);
        if (lifted === block) begin();
        else timer = setTimeout(begin, hold);
        const follow = () => {
            const moved = (last.clientY + scrollY - y) / rowHeight(block) * quarter;
            if (Math.abs(moved) < grid / 2) return putBlock(block, from, to);
            if (isSize) return putBlock(block, from, Math.min(1440, Math.max(from + quarter, onGrid(to + moved, grid))));
            const start = Math.min(1440 - (to - from), Math.max(0, onGrid(from + moved, grid)));
            putBlock(block, start, start + to - from);
        };
        /** Near the edges of the screen the page goes on. */
        const scroll = () => {
            const way = last.clientY < 96 ? -8 : last.clientY > innerHeight - 128 ? 8 : 0;
            if (lifted === block && way) {
                scrollBy(0, way);
                follow();
            }
            scroller = requestAnimationFrame(scroll);
        };
        const move = event => {
            // Before it is lifted the finger scrolls the page.
            if (lifted !== block) {
                if (Math.hypot(event.clientX - x, event.pageY - y) > 10) end();
                return;
            }
            event.preventDefault();
            last = event;
            scroller ??= requestAnimationFrame(scroll);
            follow();
        };
        const end = event => {
            clearTimeout(timer);
            cancelAnimationFrame(scroller);
            removeEventListener('pointermove', move);
            for (const name of ['pointerup', 'pointercancel']) removeEventListener(name, end);
            if (lifted !== block) return;
            // A call or a gesture of the system.
            if (event?.type === 'pointercancel') settleBlock();
            else if (block.at !== from || block.until !== to) settleBlock(true);
        };
        addEventListener('pointermove', move, { passive: false });
        for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end);
    }

    /** What a finger does, by keys. */
    function keyOnBlock(block, event) {
        const grid = gridOf(block);
        const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (way && (event.altKey || lifted === block)) {
            event.preventDefault();
            liftBlock(block);
            const [start, end] = [block.at, block.until];
            const [from, to] = spanOf(block);
            if (event.shiftKey ? start !== from : end - start !== to - from) return say('Press Enter first.');
            /** The next point of the grid. */
            const next = minutes => (way > 0 ? Math.floor(minutes / grid) + 1 : Math.ceil(minutes / grid) - 1) * grid;
            const first = next(start);
            if (event.shiftKey) putBlock(block, start, Math.min(1440, Math.max(start + quarter, next(end))));
            else if (first >= 0 && first + end - start <= 1440) putBlock(block, first, first + end - start);
            say(`${clockWords(block.at)} to ${clockWords(block.until)}`);
        } else if (lifted === block && ['Enter', 'Escape'].includes(event.key)) {
            event.preventDefault();
            settleBlock(event.key === 'Enter');
        }
    }

    /** Lets a block be lifted, dragged and made longer. */
    function dragBlock(block) {
        block.addEventListener('pointerdown', down => down.button || block.ariaBusy || pressBlock(block, down));
        // What was lifted is not followed, and not scrolled.
        for (const name of ['click', 'contextmenu', 'touchmove']) {
            block.addEventListener(name, event => lifted === block && event.preventDefault(), { capture: true, passive: false });
        }
        block.addEventListener('dragstart', event => event.preventDefault());
        block.addEventListener('keydown', event => keyOnBlock(block, event));
        block.addEventListener('focusout', () => lifted === block && !block.matches(':hover') && settleBlock());
    }

    document.addEventListener('pointerdown', event => lifted && !lifted.contains(event.target) && settleBlock());

    // MARK: - Other days

    /** Fetches the page of another day before it is asked for. */
    function prepare({ href }) {
        const kept = ready.get(href);
        if (kept && Date.now() - kept.at < fresh) return kept;
        const made = { at: Date.now(), page: page(href) };
        ready.set(href, made);
        return made;
    }

    /** Goes to another day without loading style and script again; bones stand in its place until it is there. */
    async function visit(link) {
        const bones = setTimeout(() => main().classList.add('bones'), 150);
        const found = await prepare(link).page;
        clearTimeout(bones);
        if (found?.body.dataset.user !== user || !found.querySelector('main .tl')) return location.assign(link.href);
        const label = link.getAttribute('aria-label');
        show(found);
        document.title = found.title;
        history.pushState({ day: true }, '', link.href);
        scrollTo(0, 0);
        // The focus stays with the way to the next day, for whoever goes on.
        (all('.days a, .strip a').find(it => it.getAttribute('aria-label') === label) ?? main()).focus();
        say(document.querySelector('h1').textContent);
    }

    const isOfDay = link => link.matches('.days a, .strip a');

    document.addEventListener('click', event => {
        const link = event.target.closest('a');
        if (!link || !isOfDay(link) || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        // What is not saved is asked about.
        if (unsaved.size) return;
        event.preventDefault();
        visit(link);
    });
    for (const name of ['pointerover', 'focusin']) {
        document.addEventListener(name, event => {
            const link = event.target.closest?.('a');
            if (link && isOfDay(link)) prepare(link);
        });
    }
    // What stood here before is not what is shown.
    addEventListener('popstate', () => location.reload());

    // MARK: - The beginning

    /** The plan that is made at the first look, once a day. */
    function planOnce() {
        const plan = document.querySelector('[data-auto]');
        const key = `atrium.planned ${user}`;
        if (!plan || stored(() => localStorage.getItem(key)) === plan.dataset.auto) return;
        const isKept = stored(() => {
            localStorage.setItem(key, plan.dataset.auto);
            return true;
        });
        if (isKept) plan.querySelector('form').requestSubmit();
    }

    function begin() {
        all('[data-move]', main()).forEach(dragBlock);
        planOnce();
        // The day before and the day after, as soon as nothing else is to be done.
        const idle = window.requestIdleCallback ?? (action => setTimeout(action, 500));
        idle(() => all('.days > a', main()).forEach(prepare));
    }

    begin();
}
