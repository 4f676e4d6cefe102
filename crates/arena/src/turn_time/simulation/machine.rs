//! A machine of a few cores in simulated time: who runs when, and what its kernel would report of it.

use super::task::{Act, Owner, Seen, State, Step, Task};
use std::collections::VecDeque;

/// Of time: microseconds.
pub(super) type Micros = u64;
/// Between two ticks of a core.
pub(super) const TICK: Micros = 4_000;
/// What the kernel reports in hundredths of a second it rounds down.
pub(super) const HUNDREDTH: Micros = 10_000;
/// By how much who wakes up is put before who works.
const BONUS: f64 = 3_000.0;
/// The stage's own place among the tasks.
pub(super) const STAGE: usize = 0;

/// A core: who is on it, and what was counted of it.
#[derive(Default)]
struct Core {
    running: Option<usize>,
    /// Idle, and idle while somebody waited for a disk.
    idled: [Micros; 2],
    /// The idle time that is not over.
    open: Micros,
    sampled: Micros,
    stolen: Micros,
    /// When the host takes the core, and until when.
    stalls: VecDeque<[Micros; 2]>,
}

/// Tasks that get a share of each core together.
struct Group {
    weight: f64,
    /// The weighted time that they had, by core.
    had: Vec<f64>,
}

/// The machine, with the line on which its programs answer.
pub(super) struct Machine {
    pub(super) now: Micros,
    cores: Vec<Core>,
    groups: Vec<Group>,
    tasks: Vec<Task>,
    /// When somebody stops the stage alone, and until when.
    pub(super) stops: VecDeque<[Micros; 2]>,
    /// The answers that nobody has read.
    pub(super) said: [u32; 2],
    /// The turn that a seat is asked for, since when, and when its time is up.
    pub(super) asked: [Option<(u32, Micros)>; 2],
    pub(super) deadline: [Option<Micros>; 2],
    /// What each program had used when it was asked.
    before: [Micros; 2],
    /// What each program had used, and how long its cores had been idle, when it could first work.
    marked: [[Micros; 2]; 2],
    /// What kernel threads are still to do because of a program.
    owed: Micros,
}

impl Machine {
    /// A machine of so many cores, with a stage that runs on the first.
    pub(super) fn new(cores: usize) -> Machine {
        let mut machine = Machine {
            now: 7,
            cores: (0..cores).map(|_| Core::default()).collect(),
            groups: Vec::new(),
            tasks: Vec::new(),
            stops: VecDeque::new(),
            said: [0; 2],
            asked: [None; 2],
            deadline: [None; 2],
            before: [0; 2],
            marked: [[0; 2]; 2],
            owed: 0,
        };
        machine.alone(Owner::Stage, 0, 1.0, None);
        machine
    }

    /// A new group of tasks.
    pub(super) fn group(&mut self, weight: f64) -> usize {
        self.groups.push(Group { weight, had: vec![0.0; self.cores.len()] });
        self.groups.len() - 1
    }

    /// A task in a group.
    pub(super) fn add(&mut self, owner: Owner, core: usize, group: usize, act: Option<Act>) -> &mut Task {
        self.tasks.push(Task::new(owner, core, group, act));
        self.tasks.last_mut().expect("just added")
    }

    /// A task that competes with every other by itself.
    pub(super) fn alone(&mut self, owner: Owner, core: usize, weight: f64, act: Option<Act>) -> &mut Task {
        let group = self.group(weight);
        self.add(owner, core, group, act)
    }

    /// Has the host take a core, or all of them, for some time; in order.
    pub(super) fn stall(&mut self, core: Option<usize>, from: Micros, long: Micros) {
        for (i, one) in self.cores.iter_mut().enumerate() {
            if core.is_none_or(|core| core == i) {
                one.stalls.push_back([from, from + long]);
            }
        }
    }

    /// What a program is to hear: it is asked.
    pub(super) fn send(&mut self, seat: usize, turn: u32) {
        self.asked[seat] = Some((turn, self.now));
        self.before[seat] = self.used(seat);
        for i in 0..self.tasks.len() {
            if self.tasks[i].owner == Owner::Program(seat) && self.tasks[i].state == State::Waits {
                self.wake(i);
            }
        }
    }

    /// Stops a program, or lets it go on.
    pub(super) fn hold(&mut self, seat: usize, held: bool) {
        for i in 0..self.tasks.len() {
            if self.tasks[i].owner != Owner::Program(seat) {
                continue;
            }
            self.tasks[i].is_held = held;
            if !held && self.tasks[i].state == State::Runs {
                // As whoever wakes up: nobody saves up time.
                self.wake(i);
            }
        }
        self.cores.iter_mut().for_each(|core| core.running = None);
    }

    /// The stage works for so long, as soon as it gets the core.
    pub(super) fn spend(&mut self, time: Micros) {
        self.tasks[STAGE].left += time;
        while self.tasks[STAGE].left > 0 {
            self.happen();
        }
    }

    /// The stage sleeps until then, or until somebody answers, and goes on once it has the core.
    pub(super) fn wait(&mut self, until: Micros) {
        if self.said == [0; 2] && until > self.now {
            self.tasks[STAGE].state = State::Sleeps { until, disk: false };
        }
        while self.tasks[STAGE].state != State::Runs {
            self.happen();
        }
        self.spend(5);
    }

    /// The stage loses the core to whoever wants it.
    pub(super) fn stumble(&mut self) {
        let Task { core, group, .. } = self.tasks[STAGE];
        self.groups[group].had[core] += 20_000.0;
        self.cores[core].running = None;
    }

    /// The next thing happens.
    fn happen(&mut self) {
        for core in 0..self.cores.len() {
            let stays = self.cores[core].running.is_some_and(|task| self.may_run(task));
            if !stays {
                let next = self.next(core);
                self.put(core, next);
            }
        }
        let until = self.next_event();
        self.pass(until - self.now);
        self.now = until;
        for i in 0..self.tasks.len() {
            if matches!(self.tasks[i].state, State::Sleeps { until, .. } if until <= self.now) {
                self.wake(i);
            }
        }
        for i in 1..self.tasks.len() {
            if self.tasks[i].state == State::Runs && self.tasks[i].left == 0 {
                self.go_on(i);
            }
        }
        if self.now.is_multiple_of(TICK) {
            self.tick();
        }
    }

    fn may_run(&self, i: usize) -> bool {
        let task = &self.tasks[i];
        let is_stopped = i == STAGE && self.stops.front().is_some_and(|stop| stop[0] <= self.now);
        task.state == State::Runs && !task.is_held && !is_stopped && (i != STAGE || task.left > 0)
    }

    fn runnable(&self, core: usize) -> impl Iterator<Item = usize> {
        (0..self.tasks.len()).filter(move |i| self.tasks[*i].core == core && self.may_run(*i))
    }

    /// Who is to run on a core: whoever has had least.
    fn next(&self, core: usize) -> Option<usize> {
        let had = |i: usize| {
            let task = &self.tasks[i];
            (!task.is_real_time, self.groups[task.group].had[core], task.had)
        };
        self.runnable(core).min_by(|a, b| had(*a).partial_cmp(&had(*b)).expect("they are numbers"))
    }

    fn put(&mut self, core: usize, task: Option<usize>) {
        let waits = self.waits_for_disk(core);
        let core = &mut self.cores[core];
        if task.is_some() {
            // The kernel finds the kind of an idle time when it is over.
            core.idled[usize::from(waits)] += std::mem::take(&mut core.open);
        }
        core.running = task;
    }

    fn waits_for_disk(&self, core: usize) -> bool {
        self.tasks
            .iter()
            .any(|task| task.core == core && matches!(task.state, State::Sleeps { disk: true, .. }))
    }

    fn is_stalled(&self, core: usize) -> bool {
        self.cores[core].stalls.front().is_some_and(|stall| stall[0] <= self.now)
    }

    fn next_event(&self) -> Micros {
        // A core that is idle has no ticks.
        let is_idle = self.cores.iter().all(|core| core.running.is_none());
        let mut until = if is_idle { Micros::MAX } else { (self.now / TICK + 1) * TICK };
        for (i, core) in self.cores.iter().enumerate() {
            if let Some(running) = core.running.filter(|_| !self.is_stalled(i)) {
                until = until.min(self.now + self.tasks[running].left.max(1));
            }
            until = core
                .stalls
                .front()
                .into_iter()
                .flatten()
                .fold(until, |until, at| if *at > self.now { until.min(*at) } else { until });
        }
        for at in self.stops.front().into_iter().flatten().filter(|at| **at > self.now) {
            until = until.min(*at);
        }
        for task in &self.tasks {
            if let State::Sleeps { until: at, .. } = task.state {
                until = until.min(at.max(self.now + 1));
            }
        }
        until
    }

    /// Time passes for everybody.
    fn pass(&mut self, time: Micros) {
        for i in 0..self.cores.len() {
            let is_stalled = self.is_stalled(i);
            match self.cores[i].running {
                None => self.cores[i].open += time,
                Some(_) if is_stalled => self.cores[i].stolen += time,
                Some(running) => {
                    let task = &mut self.tasks[running];
                    task.used += time;
                    task.left -= time.min(task.left);
                    task.had += time as f64;
                    let group = &mut self.groups[task.group];
                    group.had[i] += time as f64 / group.weight;
                }
            }
        }
        for i in 0..self.tasks.len() {
            if self.may_run(i) && self.cores[self.tasks[i].core].running != Some(i) {
                self.tasks[i].delay += time;
            }
        }
        let over = |at: &VecDeque<[Micros; 2]>| at.front().is_some_and(|span| span[1] <= self.now + time);
        if over(&self.stops) {
            self.stops.pop_front();
        }
        for core in &mut self.cores {
            if core.stalls.front().is_some_and(|span| span[1] <= self.now + time) {
                core.stalls.pop_front();
            }
        }
    }

    /// A tick on each core that works: it is counted to whoever runs, and whoever had less runs next.
    fn tick(&mut self) {
        for core in 0..self.cores.len() {
            let Some(running) = self.cores[core].running.filter(|_| !self.is_stalled(core)) else { continue };
            self.cores[core].sampled += TICK;
            self.tasks[running].known = self.tasks[running].used;
            if self.tasks[running].left > 0 {
                let next = self.next(core);
                self.put(core, next);
            }
        }
    }

    fn wake(&mut self, i: usize) {
        let (core, group) = (self.tasks[i].core, self.tasks[i].group);
        let least = self.runnable(core).map(|i| self.groups[self.tasks[i].group].had[core]);
        let least = least.fold(f64::INFINITY, f64::min);
        let within = self.runnable(core).filter(|i| self.tasks[*i].group == group);
        let within = within.map(|i| self.tasks[i].had).fold(f64::INFINITY, f64::min);
        let had = &mut self.groups[group].had[core];
        if within.is_finite() {
            self.tasks[i].had = self.tasks[i].had.max(within - BONUS);
        } else if least.is_finite() {
            *had = had.max(least - BONUS);
        }
        let had = *had;
        self.tasks[i].state = State::Runs;
        // Nobody does anything without the core.
        self.tasks[i].left = self.tasks[i].left.max(2);
        if let Some(running) = self.cores[core].running {
            let other = &self.tasks[running];
            let is_first = self.tasks[i].is_real_time && !other.is_real_time;
            let is_due = other.is_real_time == self.tasks[i].is_real_time
                && self.groups[other.group].had[core] > had + 1_000.0;
            if is_first || is_due {
                self.put(core, Some(i));
            }
        }
    }

    /// What a task does next.
    fn go_on(&mut self, i: usize) {
        let Some(mut act) = self.tasks[i].act.take() else {
            // A thread of the kernel.
            let part = self.owed.min(500);
            self.owed -= part;
            self.tasks[i].left = part;
            self.tasks[i].state = if part > 0 { State::Runs } else { State::Waits };
            return;
        };
        while self.tasks[i].state == State::Runs && self.tasks[i].left == 0 {
            let seat = if let Owner::Program(seat) = self.tasks[i].owner { seat } else { 0 };
            let used = self.used(seat) - self.before[seat];
            let seen = Seen { now: self.now, asked: self.asked[seat], deadline: self.deadline[seat], used };
            match act(&seen) {
                Step::Work(time) => self.tasks[i].left = time.max(1),
                Step::Sleep(time) => {
                    self.tasks[i].state = State::Sleeps { until: self.now + time.max(1), disk: false };
                }
                Step::Disk(time) => {
                    self.tasks[i].state = State::Sleeps { until: self.now + time.max(1), disk: true };
                }
                Step::Wait => self.tasks[i].state = State::Waits,
                Step::Answer => {
                    self.said[seat] += 1;
                    if matches!(self.tasks[STAGE].state, State::Sleeps { .. }) {
                        self.wake(STAGE);
                    }
                    self.tasks[i].left = 2;
                }
                Step::Cause(time) => {
                    self.owed += time;
                    let kernel: Vec<usize> = (0..self.tasks.len())
                        .filter(|i| self.tasks[*i].owner == Owner::Kernel)
                        .filter(|i| self.tasks[*i].state == State::Waits)
                        .collect();
                    for one in kernel {
                        self.wake(one);
                    }
                    self.tasks[i].left = 1;
                }
            }
        }
        self.tasks[i].act = Some(act);
    }
}

/// What is true, and what the kernel says.
impl Machine {
    fn of(&self, owner: Owner) -> impl Iterator<Item = &Task> {
        self.tasks.iter().filter(move |task| task.owner == owner)
    }

    /// What a program has used, in truth.
    pub(super) fn used(&self, seat: usize) -> Micros {
        self.of(Owner::Program(seat)).map(|task| task.used).sum()
    }

    /// How long these cores were idle, in truth.
    pub(super) fn idle(&self, cores: usize) -> Micros {
        self.cores[..cores].iter().map(|core| core.idled[0] + core.idled[1] + core.open).sum()
    }

    /// What a program's clock says: of a thread on another core what it had at that core's last tick.
    pub(super) fn clock(&self, seat: usize) -> Micros {
        let known = |task: &Task| if task.core == 0 { task.used } else { task.known.max(task.settled(self)) };
        self.of(Owner::Program(seat)).map(known).sum()
    }

    /// Whether one of a program's threads runs or waits for a core.
    pub(super) fn is_runnable(&self, seat: usize) -> bool {
        self.of(Owner::Program(seat)).any(|task| task.state == State::Runs && !task.is_held)
    }

    /// Whether a task is on its core now.
    pub(super) fn is_on(&self, task: &Task) -> bool {
        self.cores[task.core]
            .running
            .is_some_and(|running| std::ptr::eq(&raw const self.tasks[running], task))
    }

    /// The second account of a program: user's and system's time, each rounded down.
    pub(super) fn account(&self, seat: usize) -> Micros {
        let used = self.clock(seat);
        let user = used * 7 / 10;
        [user, used - user].map(|part| part / HUNDREDTH * HUNDREDTH).iter().sum()
    }

    /// What the stage itself has used.
    pub(super) fn of_stage(&self) -> Micros {
        self.tasks[STAGE].used
    }

    /// Notes that a program can work from now on, on so many cores.
    pub(super) fn mark(&mut self, seat: usize, cores: usize) {
        self.marked[seat] = [self.used(seat), self.idle(cores)];
    }

    /// What a program has used since, and how long its cores were idle.
    pub(super) fn since_marked(&self, seat: usize, cores: usize) -> [Micros; 2] {
        let [used, idle] = self.marked[seat];
        [self.used(seat) - used, self.idle(cores) - idle]
    }

    /// The longest that one thread of a program has waited for a core, and the stage.
    pub(super) fn delays(&self, seat: usize) -> [Micros; 2] {
        let longest = self.of(Owner::Program(seat)).map(|task| task.delay).max().unwrap_or(0);
        [longest, self.tasks[STAGE].delay]
    }

    /// The two kinds of idle time of the first cores, each rounded down, and all that was counted of them.
    pub(super) fn figures(&self, cores: usize) -> [Micros; 2] {
        let round = |time: Micros| time / HUNDREDTH * HUNDREDTH;
        let (mut idle, mut all) = (0, 0);
        for (i, core) in self.cores[..cores].iter().enumerate() {
            let mut kinds = core.idled;
            kinds[usize::from(self.waits_for_disk(i))] += core.open;
            let idled: Micros = kinds.iter().map(|time| round(*time)).sum();
            idle += idled;
            all += idled + round(core.sampled) + round(core.stolen);
        }
        [idle, all]
    }
}
