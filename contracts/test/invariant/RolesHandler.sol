// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice The five contracts with vouchers while their roles change hands between a quote and its use: the
/// admin names signers, standby signers and pausers, pausers revoke, pause and unpause, as do strangers and
/// those who held a role before; rates of burn and fee change as well. Vouchers are signed by any key that
/// ever was or may become a signer's, and sent later. Each call is held against a record of its own, worked
/// out from the requirement's words: whether it may pass, and what it changed.
contract RolesHandler is Fixture {
    uint256 internal constant SUBJECTS = 5;
    uint256 internal constant RIGHTS = 3;
    uint256 internal constant EXCHANGE = 4;
    uint256 internal constant KEYS = 6;

    /// @dev By number of the key; NONE: there is no such signer.
    struct Roles {
        uint256 signer;
        uint256 standby;
        uint256 pauser;
        uint256 pausedUntil;
        uint256 pausableFrom;
        uint256 used; // vouchers of alice
        uint256 rate; // of the burn, or of the fee
    }

    struct Open {
        uint256 subject;
        uint256 key;
        uint256 amount;
        uint256 other; // burned, or got
        uint256 orderId;
        uint256 nonce;
        uint256 deadline;
        bytes signature;
    }

    uint256 public constant NONE = type(uint256).max;

    IVouchers[SUBJECTS] public subjects;
    Roles[SUBJECTS] internal roles;
    Open[] internal open;
    uint256[KEYS] internal keys;
    address[KEYS] public holders;
    uint256 internal last; // number of the contract that was called last
    uint256 public accepted;
    uint256 public refused;

    /// @dev Mostly so short that vouchers stay open, now and then past a pause or its rest.
    modifier step(uint256 gap) {
        skip(gap % 8 == 0 ? gap % 15 days : gap % 30);
        _;
    }

    constructor() {
        Fixture.setUp();
        subjects = [
            IVouchers(address(vault)),
            IVouchers(address(deflationVault)),
            IVouchers(address(nodeVault)),
            IVouchers(address(rights)),
            IVouchers(address(exchange))
        ];
        keys = [SIGNER_KEY, STANDBY_KEY, uint256(0xBEEF), 0xCAFE, 0xD00D, 0xF00D];
        for (uint256 i = 0; i < KEYS; ++i) {
            holders[i] = vm.addr(keys[i]);
        }
        for (uint256 i = 0; i < SUBJECTS; ++i) {
            roles[i] = Roles(0, 1, 2, 0, 0, 0, i == EXCHANGE ? 30 : 500);
            vm.prank(address(timelock));
            subjects[i].setPauser(holders[2]);
            if (i < RIGHTS) dr.transfer(address(subjects[i]), 1_000_000e18);
        }
        vm.prank(address(rights));
        nodeVault.recordDeposit(alice, address(dr), 1_000_000e18); // more than any sequence pays without burn
        equip(alice, 1_000_000e18, 1_000_000e18);
        send(buyOf(alice, 1));
        roles[RIGHTS].used = 1;
        usdt.approve(address(usdr), 200_000e18);
        usdr.depositFor(address(exchange), 200_000e18);
        vm.prank(alice);
        usdt.approve(address(exchange), APPROVAL);
    }

    /// @dev Any account; a candidate may hold another role already, which refuses it.
    function setSigner(uint256 gap, uint256 s, uint256 kind, uint256 candidate, uint256 who) external step(gap) {
        s = _pick(s);
        Roles storage one = roles[s];
        uint256 next = candidate % 7 == 0 ? NONE : candidate % KEYS;
        address account = next == NONE ? address(0) : holders[next];
        kind = kind % 3;
        bool isAdmin = who % 5 != 0;
        bytes memory data = kind == 0
            ? abi.encodeCall(IVouchers.setSigner, (account))
            : kind == 1
                ? abi.encodeCall(IVouchers.setStandbySigner, (account))
                : abi.encodeCall(IVouchers.setPauser, (account));
        (uint256 first, uint256 second) =
            kind == 0 ? (one.standby, one.pauser) : kind == 1 ? (one.signer, one.pauser) : (one.signer, one.standby);
        bool mayPass = isAdmin && (next == NONE ? kind != 2 : next != first && next != second);
        _call(isAdmin ? address(timelock) : _someone(who), s, data, mayPass, "named exactly when it may be");
        if (!mayPass) return;
        if (kind == 0) one.signer = next;
        else if (kind == 1) one.standby = next;
        else one.pauser = next;
        if (kind == 2 && block.timestamp >= one.pausedUntil) one.pausableFrom = 0;
    }

    function revokeSigner(uint256 gap, uint256 s, uint256 who) external step(gap) {
        s = _pick(s);
        Roles storage one = roles[s];
        address caller = _mostlyThePauser(s, who);
        bool mayPass = caller == holders[one.pauser];
        _call(caller, s, abi.encodeCall(IVouchers.revokeSigner, ()), mayPass, "revoked exactly when it may be");
        if (mayPass) (one.signer, one.standby) = (one.standby, NONE);
    }

    /// @dev 7 days, rounded up to the hour, and then not within 7 more.
    function pause(uint256 gap, uint256 s, uint256 who) external step(gap) {
        s = _pick(s);
        Roles storage one = roles[s];
        address caller = _mostlyThePauser(s, who);
        bool mayPass = caller == holders[one.pauser] && block.timestamp >= one.pausableFrom;
        _call(caller, s, abi.encodeCall(IVouchers.pause, ()), mayPass, "paused exactly when it may be");
        if (!mayPass) return;
        one.pausedUntil = (block.timestamp + 7 days + 3_599) / 3_600 * 3_600;
        one.pausableFrom = one.pausedUntil + 7 days;
    }

    /// @dev By the pauser, by the admin, or by neither. The rest begins after either of the two.
    function unpause(uint256 gap, uint256 s, uint256 who) external step(gap) {
        s = _pick(s);
        Roles storage one = roles[s];
        address caller = who % 3 == 0 ? address(timelock) : _mostlyThePauser(s, who / 3);
        bool mayPass = caller == holders[one.pauser] || caller == address(timelock);
        _call(caller, s, abi.encodeCall(IVouchers.unpause, ()), mayPass, "unpaused exactly when it may be");
        if (!mayPass) return;
        if (block.timestamp < one.pausedUntil) one.pausableFrom = block.timestamp + 7 days;
        one.pausedUntil = 0;
    }

    /// @dev The burn of a vault, or the exchange's fee.
    function setRate(uint256 gap, uint256 s, uint256 rate) external step(gap) {
        s = _pick(s);
        if (s == RIGHTS) return;
        roles[s].rate = bound(rate, 0, s == EXCHANGE ? 100 : 1_000);
        vm.prank(address(timelock));
        if (s == EXCHANGE) exchange.setFeeBps(roles[s].rate);
        else _vaultOf(s).setBurnBps(roles[s].rate);
    }

    /// @dev Signed by the signer of now, or by any other key, on the terms of now.
    function quote(uint256 gap, uint256 s, uint256 key, uint256 amount) external step(gap) {
        s = _pick(s);
        Roles storage one = roles[s];
        Open memory o;
        (o.subject, o.nonce) = (s, one.used);
        o.key = key % 2 == 0 && one.signer != NONE ? one.signer : key % KEYS;
        o.amount = bound(amount, 1e18, 10e18);
        o.other = s == EXCHANGE ? o.amount - _feeOf(o.amount) : o.amount * one.rate / 10_000;
        o.orderId = subjects[s].lastOrderId(alice) + 1;
        o.deadline = block.timestamp + (s == EXCHANGE ? 60 : 600);
        o.signature = signWith(keys[o.key], _digestOf(o));
        open.push(o);
    }

    /// @dev A voucher made before, mostly one of the last, whatever happened since.
    function use(uint256 gap, uint256 seed) external step(gap) {
        if (open.length == 0) return;
        uint256 back = seed % 4 == 0 ? seed % open.length : seed % (open.length < 4 ? open.length : 4);
        Open memory o = open[open.length - 1 - back];
        Roles storage one = roles[o.subject];
        bool mayPass = block.timestamp <= o.deadline && block.timestamp >= one.pausedUntil && o.nonce == one.used
            && o.key == one.signer && _isOnTheTermsOfNow(o);
        if (o.subject == EXCHANGE) exchange.recordDepths(); // nothing leaves by a record of more than two days ago
        _call(alice, o.subject, _dataOf(o), mayPass, "a voucher is good exactly when it may be");
        if (mayPass) ++one.used;
    }

    function rolesOf(uint256 s) external view returns (Roles memory) {
        return roles[s];
    }

    function usedBy(uint256 s) external view returns (uint256) {
        return subjects[s].nonces(alice);
    }

    /// @dev The vault of that number.
    function _vaultOf(uint256 s) private view returns (WithdrawalVault) {
        return WithdrawalVault(address(subjects[s]));
    }

    /// @dev The burn must be today's, at the node vault, where the deposit covers it, at most that; a swap gives within 5 % of what today's
    /// fee leaves.
    function _isOnTheTermsOfNow(Open memory o) private view returns (bool) {
        if (o.subject == RIGHTS) return true;
        if (o.subject == EXCHANGE) {
            uint256 expected = o.amount - _feeOf(o.amount);
            uint256 difference = o.other > expected ? o.other - expected : expected - o.other;
            return difference <= expected * 500 / 10_000;
        }
        uint256 burn = o.amount * roles[o.subject].rate / 10_000;
        return o.subject == 2 ? o.other <= burn : o.other == burn;
    }

    function _feeOf(uint256 amount) private view returns (uint256) {
        return (amount * roles[EXCHANGE].rate + 9_999) / 10_000;
    }

    function _digestOf(Open memory o) private returns (bytes32) {
        if (o.subject == RIGHTS) return digestOf(_activation(o));
        if (o.subject == EXCHANGE) return digestOf(_swapOf(o));
        vault = _vaultOf(o.subject);
        return digestOf(Withdraw(alice, o.amount, o.other, o.orderId, o.nonce, o.deadline));
    }

    function _dataOf(Open memory o) private view returns (bytes memory) {
        if (o.subject == RIGHTS) {
            Activate memory a = _activation(o);
            return abi.encodeCall(
                rights.activateMachine, (a.machineIDs, a.drgvAmount, a.drgvPrice, a.period, a.deadline, o.signature)
            );
        }
        if (o.subject == EXCHANGE) {
            return abi.encodeCall(
                exchange.swapToken,
                (o.amount, o.other, address(usdt), address(usdr), o.orderId, o.deadline, o.signature)
            );
        }
        return abi.encodeCall(vault.withdrawDR, (o.amount, o.other, o.orderId, o.deadline, o.signature));
    }

    /// @dev Electricity of alice's one machine.
    function _activation(Open memory o) private view returns (Activate memory) {
        return Activate(alice, idsOf(1, 1), 6e18, DRGV_PRICE, 1, o.nonce, o.deadline);
    }

    function _swapOf(Open memory o) private view returns (Swap memory) {
        return Swap(alice, o.amount, o.other, address(usdt), address(usdr), o.orderId, o.nonce, o.deadline);
    }

    /// @dev Mostly the contract of the call before, so that calls follow one another there.
    function _pick(uint256 s) private returns (uint256) {
        if (s % 4 == 0) last = (s / 4) % SUBJECTS;
        return last;
    }

    function _mostlyThePauser(uint256 s, uint256 who) private view returns (address) {
        return who % 4 == 0 ? _someone(who / 4) : holders[roles[s].pauser];
    }

    /// @dev Any holder of a role, now or before, and some who hold none of these.
    function _someone(uint256 who) private view returns (address) {
        address[4] memory others = [alice, proposer, guardian, pauser];
        return who % 2 == 0 ? holders[(who / 2) % KEYS] : others[(who / 2) % 4];
    }

    function _call(address caller, uint256 s, bytes memory data, bool mayPass, string memory what) private {
        vm.prank(caller);
        (bool ok,) = address(subjects[s]).call(data);
        assertEq(ok, mayPass, what);
        ok ? ++accepted : ++refused;
    }
}
