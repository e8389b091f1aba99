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

export default function hours({ afterPause, all, button, element, enhance, makeKey, page, say, stored, user }) {
    /** The block that is lifted; at most one of the page. */
    let lifted;
    /** What is not saved yet, by the block's address: its name, where it is meant to be, and what has to be sent for that. */
    const unsaved = new Map();
    /** What is being sent: one change after the other, since each answer is a new page of the day. */
    let sending = Promise.resolve();
    /** Pages of other days that were fetched before they were asked for, by their addresses. */
    const ready = new Map();

    const main = () => document.querySelector('main');
    const blockAt = address => all('[data-move]').find(it => it.dataset.move === address);
    /** Where a block stands when nobody holds it: where it is meant to be, else where it is. */
    const restOf = block => unsaved.get(block.dataset.move)?.span ?? spanOf(block);

    /** Shows a message of some parts in the place of all others, and says its newest words. */
    function toast(attributes, words, ...parts) {
        for (const old of all('.toast')) old.remove();
        const made = element('div', { class: 'toast', ...attributes }, ...parts);
        made.append(button('Close', 'btn', () => made.remove()));
        document.body.append(made);
        say(words);
    }

    /** Shows what another page of the day says, in the place of this one. */
    function show(found) {
        settleBlock();
        main().replaceWith(found.querySelector('main'));
        // What was refused is said until somebody has read it.
        for (const old of all('.toast:not(#stays)')) old.remove();
        ready.clear();
        enhance(main());
        begin();
        for (const [address, { span }] of unsaved) {
            const block = blockAt(address);
            if (block) putBlock(block, ...span);
        }
    }

    // MARK: - Sending

    /** Has a block be at another time, or as long as another one. */
    function drop(block, span) {
        const { move, resize } = block.dataset;
        const { day } = block.closest('.tl').dataset;
        const [[from, to], [start, end]] = [spanOf(block), span];
        // Midnight is on the next day: the end stays a minute before it.
        const at = minutes => `${day}T${minutes === 1440 ? '23:59' : clockWords(minutes)}`;
        const steps = [];
        if (start !== from) steps.push({ way: move, field: 'to', time: at(start) });
        if (end - start !== to - from) steps.push({ way: resize, field: 'end', time: at(end) });
        const title = titleOf(block);
        queue(block, { title, span, steps, words: `${title} is from ${clockWords(start)} to ${clockWords(end)} now.` });
    }

    function queue(block, change) {
        const { move } = block.dataset;
        // By its key a step that is sent again is done once.
        for (const step of change.steps) step.key = makeKey();
        unsaved.set(move, change);
        prepareLater();
        block.ariaBusy = 'true';
        // What was said of the change before is not said of this one.
        for (const old of all('.toast:not(#stays, #waits)')) old.remove();
        forget(move);
        sendLater(move, change);
    }

    /** Sends a change after all others; a mistake of one does not stop the next. */
    function sendLater(address, change) {
        sending = sending.then(() => send(address, change)).catch(error => {
            console.error(error);
            wait(address, change);
        });
    }

    /** Sends a change as the block's own forms would, and shows the day that comes of it, or why the block stays where it was. */
    async function send(address, change) {
        // It was put back, or something else was meant since.
        if (unsaved.get(address) !== change) return;
        let found;
        for (const step of change.steps) {
            const data = new URLSearchParams(new FormData(document.getElementById('drop')));
            data.set(`${step.field}:raw`, step.time);
            data.set(':key', step.key);
            let answer;
            try {
                answer = await fetch(step.way, { method: 'POST', body: data, cache: 'no-store' });
                found = new DOMParser().parseFromString(await answer.text(), 'text/html');
            } catch {
                return wait(address, change);
            }
            if (answer.ok && found.body.dataset.user === user) continue;
            if (unsaved.get(address) === change) unsaved.delete(address);
            const why = found.querySelector('main .err') ?? found.getElementById('errors');
            return await stays(
                address, change, why?.textContent.trim().replace(/\s+/g, ' ') ?? 'It could not be moved.',
                step.field === 'to' ? all('[data-slot]', found) : []);
        }
        if (unsaved.get(address) === change) unsaved.delete(address);
        // The answer is another page: not under somebody's finger.
        while (lifted) await new Promise(go => setTimeout(go, 100));
        const [top, told] = [scrollY, found.querySelector('.toast')];
        show(found);
        if (told) document.body.append(told);
        scrollTo(0, top);
        say(told?.querySelector('p')?.textContent ?? change.words);
        navigator.vibrate?.(10);
    }

    /** Leaves a block where it was put, and sends it when there is a network again. */
    function wait(address, change) {
        if (unsaved.get(address) !== change) return;
        change.isWaiting = true;
        const block = blockAt(address);
        if (block) {
            block.ariaBusy = null;
            if (block !== lifted) putBlock(block, ...change.span);
        }
        tellWaiting();
    }

    /** Says what is not saved yet; nothing, if it was said. */
    function tellWaiting() {
        const waiting = [...unsaved.values()].filter(it => it.isWaiting);
        const told = document.getElementById('waits');
        if (!waiting.length) return told?.remove();
        const titles = waiting.map(it => it.title);
        if (told?.dataset.titles === titles.join()) return;
        const what = titles.length === 1 ? `${titles[0]} is not saved yet` : `${titles.length} blocks are not saved yet`;
        const words = `${what}: the hub cannot be reached. Atrium tries again by itself.`;
        toast({ id: 'waits', 'data-titles': titles.join() }, words, element('p', {}, words),
            button('Try now', 'btn', sendAgain), button('Put back', 'btn', putBack));
    }

    function putBack() {
        for (const [address, change] of [...unsaved]) {
            if (!change.isWaiting) continue;
            unsaved.delete(address);
            const block = blockAt(address);
            if (block && block !== lifted) putBlock(block, ...spanOf(block));
        }
        tellWaiting();
        say('Put back.');
    }

    function sendAgain() {
        if (lifted) return;
        for (const [address, change] of unsaved) {
            if (!change.isWaiting) continue;
            change.isWaiting = false;
            sendLater(address, change);
        }
    }

    addEventListener('online', sendAgain);
    setInterval(sendAgain, patience);
    addEventListener('beforeunload', event => unsaved.size && event.preventDefault());

    /** Puts a block back, and says why, with the times that are free as buttons; then shows the day as it is by now. */
    async function stays(address, { title, span }, why, free) {
        const block = blockAt(address);
        if (block) {
            block.ariaBusy = null;
            putBlock(block, ...restOf(block));
        }
        const slots = free.map(slot => {
            const [name, time] = [slot.textContent.trim(), slot.dataset.slot];
            return button(name, 'btn', () => {
                const block = blockAt(address);
                if (!block) return forget(address);
                const [hour, minute] = time.slice(11, 16).split(':').map(Number);
                // On another day it is not shown here.
                const start = time.startsWith(block.closest('.tl').dataset.day) ? hour * 60 + minute : spanOf(block)[0];
                queue(block, {
                    title, span: [start, start + span[1] - span[0]], steps: [{ way: address, field: 'to', time }],
                    words: `Moved to ${name}.`,
                });
            });
        });
        const words = `${title} stays where it is. ${why.charAt(0).toUpperCase()}${why.slice(1)}`;
        // Several may be refused, one after the other.
        const before = all('#stays > div').filter(it => it.dataset.of !== address);
        toast({ id: 'stays' }, words, ...before,
            element('div', { 'data-of': address }, element('p', {}, words), element('div', { class: 'line wrap' }, ...slots)));
        const found = lifted ? undefined : await page(location.href);
        if (found?.body.dataset.user === user && found.querySelector('main .tl') && !lifted) {
            const top = scrollY;
            show(found);
            scrollTo(0, top);
        }
    }

    /** Says no more why a block stays where it is. */
    function forget(address) {
        for (const part of all('#stays > div')) if (part.dataset.of === address) part.remove();
        if (!all('#stays > div').length) document.getElementById('stays')?.remove();
    }

    // MARK: - Moving

    /** Shows a block at another time, or as long as another one. */
    function putBlock(block, start, end) {
        const [from, to] = spanOf(block);
        const meta = block.querySelector('.meta');
        block.words ??= meta.textContent;
        block.restHeight ??= block.offsetHeight;
        const isHome = start === from && end === to;
        block.style.transform = start === from ? '' : `translateY(${(start - from) / quarter * rowHeight(block)}px)`;
        const longer = (end - start - (to - from)) / quarter * rowHeight(block);
        block.style.minHeight = block.style.height = longer ? `${block.restHeight + longer}px` : '';
        block.classList.toggle('away', !isHome);
        const isWaiting = block !== lifted && unsaved.get(block.dataset.move)?.isWaiting;
        meta.textContent = isHome ? block.words : `${clockWords(start)}–${clockWords(end)}${isWaiting ? ' · not saved yet' : ''}`;
        const others = all('[data-busy]', block.closest('.tl')).filter(it => it !== block);
        block.classList.toggle('no', others.some(it => start < Number(it.dataset.end) && Number(it.dataset.start) < end));
        [block.at, block.until] = [start, end];
    }

    function liftBlock(block) {
        if (lifted === block) return;
        settleBlock();
        lifted = block;
        putBlock(block, ...restOf(block));
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
        const [span, rest] = [[block.at, block.until], restOf(block)];
        if (!isKept || span.join() === rest.join()) return putBlock(block, ...rest);
        if (span.join() !== spanOf(block).join()) return drop(block, span);
        // Back where it is saved.
        unsaved.delete(block.dataset.move);
        putBlock(block, ...span);
        tellWaiting();
    }

    /** The grid on which times land, in minutes from midnight. */
    const gridOf = block => Number(block.closest('.tl').dataset.grid) || quarter;
    const onGrid = (minutes, grid) => Math.round(minutes / grid) * grid;

    /** Follows a pointer that presses a block: after a while it lifts it, and drags it along the grid. */
    function pressBlock(block, down) {
        const isSize = down.target.closest('.size');
        const [x, y] = [down.clientX, down.pageY];
        const [from, to] = lifted === block ? [block.at, block.until] : restOf(block);
        const grid = gridOf(block);
        let [last, timer, scroller] = [down, undefined, undefined];
        if (lifted !== block) timer = setTimeout(() => liftBlock(block), hold);
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
        if (block.ariaBusy) return;
        const grid = gridOf(block);
        const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (way && (event.altKey || lifted === block)) {
            event.preventDefault();
            liftBlock(block);
            const [start, end] = [block.at, block.until];
            const [from, to] = restOf(block);
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

    /** How many days were gone to: an answer that comes after the next one was asked for is not shown. */
    let visits = 0;
    let shown = location.pathname + location.search;

    /** Goes to another day without loading style and script again; bones stand in its place until it is there. */
    async function visit({ href }, label) {
        const turn = ++visits;
        const bones = setTimeout(() => main().classList.add('bones'), 150);
        // What was moved just now is saved first.
        await sending;
        const found = unsaved.size ? undefined : await prepare({ href }).page;
        clearTimeout(bones);
        if (turn !== visits) return;
        main().classList.remove('bones');
        // What is not saved is asked about on the way out.
        if (found?.body.dataset.user !== user || !found.querySelector('main .tl')) return location.assign(href);
        show(found);
        document.title = found.title;
        history.pushState(null, '', href);
        shown = location.pathname + location.search;
        scrollTo(0, 0);
        // The focus stays with the way to the next day, for whoever goes on.
        (all('.days a, .strip a').find(it => it.getAttribute('aria-label') === label) ?? main()).focus();
        say(document.querySelector('h1').textContent);
        prepareLater();
    }

    const isOfDay = link => link.matches('.days a, .strip a');

    document.addEventListener('click', event => {
        const link = event.target.closest('a');
        if (!link || !isOfDay(link) || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        visit(link, link.getAttribute('aria-label'));
    });
    for (const name of ['pointerover', 'focusin']) {
        document.addEventListener(name, event => {
            const link = event.target.closest?.('a');
            if (link && isOfDay(link)) prepare(link);
        });
    }
    // What stood here before is not what is shown; a place of the same page is.
    addEventListener('popstate', () => location.pathname + location.search === shown || location.reload());

    /** Fetches the day before and the day after, once nothing was moved for a while: what is moved is not to wait for them. */
    const prepareLater = afterPause(1500, () => unsaved.size || lifted || all('.days > a', main()).forEach(prepare));

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
    }

    begin();
    prepareLater();
}
