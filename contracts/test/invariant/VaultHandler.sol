// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {Proof} from "../../src/interfaces/IRootRegistry.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {Fixture} from "../support/Fixture.sol";
import {Holdings} from "./Holdings.sol";

/// @notice All three vaults under honest and hostile calls, while the admin changes caps, burn and signers,
/// the pauser pauses and revokes, fees of swaps are flushed, prices move and hours and weeks pass. Each call
/// is held against a record of its own, worked out from the requirement's words: whether it may pass, and
/// whose tokens moved.
contract VaultHandler is Holdings {
    uint256 internal constant ACTORS = 3;
    uint256 internal constant VAULTS = 3;

    struct Payment {
        uint256 vaultIndex;
        address token;
        address account;
        uint256 at;
        uint256 amount;
        bool isClaim; // of no day
    }

    struct Sent {
        uint256 vaultIndex;
        bool isUsdt;
        Withdraw voucher;
        bytes signature;
    }

    address[ACTORS] public actors;
    WithdrawalVault[VAULTS] public vaults;
    Payment[] internal payments;
    Sent[] internal sent;
    /// @dev Keys of the signer and of the standby signer; zero: there is none.
    uint256[VAULTS] internal keys;
    uint256[VAULTS] internal standbyKeys;
    uint256 internal lastKey = 0x5161;
    mapping(uint256 vaultIndex => mapping(address token => uint256)) public cameIn;
    mapping(uint256 vaultIndex => mapping(address account => uint256)) public used;
    mapping(uint256 vaultIndex => mapping(address account => uint256)) public lastOrder;
    mapping(address account => mapping(address token => uint256)) public depositedOfRecord;
    /// @dev Deposits by the day since 1970, less what was claimed back of them.
    mapping(address token => mapping(uint256 day => uint256)) private freshOfRecord;
    uint256 public feesOfRecord; // of swaps since the last flush
    uint256 public accepted;
    uint256 public refused;

    modifier step(uint256 gap) {
        skip(gap % 9 == 0 ? gap % 30 days : gap % 3 hours + 1);
        _;
    }

    /// @dev For what is no withdrawal: `_call` looks at those itself.
    modifier movesOnlyTokensOf(uint256 who) {
        for (uint256 i = 0; i < ACTORS; ++i) {
            _noteHoldings(actors[i]);
        }
        _;
        for (uint256 i = 0; i < ACTORS; ++i) {
            _assertHoldings(actors[i], actors[who % ACTORS]);
        }
    }

    constructor() {
        Fixture.setUp();
        vaults = [vault, deflationVault, nodeVault];
        for (uint256 i = 0; i < ACTORS; ++i) {
            actors[i] = makeAddr(string.concat("actor ", vm.toString(i)));
            equip(actors[i], 1_000_000e18, 0);
            equipForPower(actors[i], 1_000_000e18, 1_000_000e18);
            vm.startPrank(actors[i]);
            usdt.approve(address(exchange), APPROVAL);
            usdr.approve(address(exchange), APPROVAL);
            vm.stopPrank();
            for (uint256 v = 0; v < VAULTS; ++v) {
                vm.prank(actors[i]);
                dr.approve(address(vaults[v]), APPROVAL);
            }
        }
        usdt.transfer(address(exchange), 100_000e18);
        usdt.approve(address(usdr), 100_000e18);
        usdr.depositFor(address(exchange), 100_000e18);
        for (uint256 v = 0; v < VAULTS; ++v) {
            (keys[v], standbyKeys[v]) = (SIGNER_KEY, STANDBY_KEY);
            _give(v, address(dr), 200_000e18);
            if (v != 0) _give(v, address(usdt), 300_000e18);
        }
    }

    /// @dev A voucher as the server makes it, often for more than may leave. It passes exactly when the rules
    /// say so.
    function withdraw(uint256 gap, uint256 who, uint256 v, bool isUsdt, uint256 amount) external step(gap) {
        v = v % VAULTS;
        address account = actors[who % ACTORS];
        address token = isUsdt ? address(usdt) : address(dr);
        (uint256 left, uint256 limit) = _leftOf(v, token, account);
        // Something that may leave, all that may, to the base unit, or more than a limit.
        if (amount % 4 > 1) amount = bound(amount, 1, left == 0 ? 1 : left);
        else if (amount % 4 == 1) amount = left == 0 ? 1 : left;
        else amount = bound(amount, 1, limit + limit / 2 + 1);
        Withdraw memory voucher = _voucher(v, account, isUsdt, amount);
        bool mayPass = amount <= left && !vaults[v].paused() && keys[v] != 0 && !(isUsdt && v == 0);
        bytes memory signature = signWith(keys[v] == 0 ? 1 : keys[v], _digestOf(v, isUsdt, voucher));
        assertEq(_call(v, isUsdt, voucher, signature, account), mayPass, "passes exactly when it may");
        if (!mayPass) return;
        payments.push(Payment(v, token, account, block.timestamp, amount, false));
        sent.push(Sent(v, isUsdt, voucher, signature));
        ++used[v][account];
        lastOrder[v][account] = voucher.orderId;
    }

    /// @dev A voucher that was accepted once is never accepted again, in any vault, by any account.
    function replay(uint256 gap, uint256 seed, uint256 who, uint256 v) external step(gap) {
        if (sent.length == 0) return;
        Sent memory one = sent[seed % sent.length];
        address caller = seed % 3 == 0 ? actors[who % ACTORS] : one.voucher.account;
        uint256 at = seed % 5 == 0 ? v % VAULTS : one.vaultIndex;
        assertFalse(_call(at, one.isUsdt, one.voucher, one.signature, caller), "replayed");
    }

    /// @dev Good but for one thing: the key, the account that sends it, the vault, the call, the deadline or
    /// a field.
    function forge(uint256 gap, uint256 kind, uint256 who, uint256 v, bool isUsdt) external step(gap) {
        v = v % VAULTS;
        uint256 key = keys[v] == 0 ? SIGNER_KEY : keys[v];
        address account = actors[who % ACTORS];
        address caller = account;
        uint256 at = v;
        Withdraw memory voucher = _voucher(v, account, isUsdt, 1e18);
        bytes memory signature = signWith(key, _digestOf(v, isUsdt, voucher));
        kind = kind % 9;
        if (kind == 0) signature = signWith(0xBAD, _digestOf(v, isUsdt, voucher));
        if (kind == 1) caller = actors[(who % ACTORS + 1) % ACTORS];
        if (kind == 2) at = (v + 1) % VAULTS;
        if (kind == 3) isUsdt = !isUsdt;
        if (kind == 4) voucher.amount += 1;
        if (kind == 5) voucher.orderId += 1;
        if (kind == 6) signature = "";
        if (kind == 7) {
            voucher.deadline = block.timestamp - 1;
            signature = signWith(key, _digestOf(v, isUsdt, voucher));
        }
        if (kind == 8) {
            if (lastOrder[v][account] == 0) return;
            voucher.orderId = lastOrder[v][account];
            signature = signWith(key, _digestOf(v, isUsdt, voucher));
        }
        assertFalse(_call(at, isUsdt, voucher, signature, caller), "forged");
    }

    /// @dev A stranger says that a deposit was made.
    function forgeDeposit(uint256 gap, uint256 who, uint256 v, uint256 amount) external step(gap) {
        address account = actors[who % ACTORS];
        bytes memory data = abi.encodeCall(IWithdrawalVault.recordDeposit, (account, address(dr), amount));
        vm.prank(account);
        (bool ok,) = address(vaults[v % VAULTS]).call(data);
        assertFalse(ok, "recorded a deposit");
    }

    function deposit(uint256 gap, uint256 who, bool isUsdt, uint256 amount) external step(gap) movesOnlyTokensOf(who) {
        address account = actors[who % ACTORS];
        if (rights.paused()) return;
        address token = isUsdt ? address(usdt) : address(dr);
        amount = bound(amount, 1e18, 20_000e18);
        _topUp(account);
        vm.prank(account);
        rights.deposit(token, amount, 6, 1);
        cameIn[2][token] += amount;
        depositedOfRecord[account][token] += amount;
        freshOfRecord[token][block.timestamp / 1 days] += amount;
    }

    /// @dev Takes back by the account's own call what it deposited and did not get: whole, and of no day. An
    /// open voucher of the vault is good no more.
    function claimBack(uint256 gap, uint256 who, bool isUsdt, uint256 amount)
        external
        step(gap)
        movesOnlyTokensOf(who)
    {
        address account = actors[who % ACTORS];
        address token = isUsdt ? address(usdt) : address(dr);
        uint256 all = nodeVault.unreturned(account, token);
        amount = amount % 3 == 0 ? all : bound(amount, 1, all + 1);
        bool mayPass = amount != 0 && amount <= all && (amount >= 1e18 || amount == all);
        Proof memory none;
        uint256 before = IERC20(token).balanceOf(account);
        vm.prank(account);
        (bool ok,) = address(nodeVault).call(abi.encodeCall(IWithdrawalVault.claim, (token, amount, none)));
        assertEq(ok, mayPass, "claims exactly when it may");
        if (!ok) return;
        assertEq(IERC20(token).balanceOf(account) - before, amount, "whole");
        payments.push(Payment(2, token, account, block.timestamp, amount, true));
        ++used[2][account];
        for (uint256 back = 0; back < 2; ++back) {
            uint256 kept = freshOfRecord[token][block.timestamp / 1 days - back];
            uint256 part = amount < kept ? amount : kept;
            freshOfRecord[token][block.timestamp / 1 days - back] = kept - part;
            amount -= part;
        }
    }

    function fundBudget(uint256 gap, bool isUsdt, uint256 amount) external step(gap) {
        amount = bound(amount, 1e18, 20_000e18);
        (isUsdt ? usdt.approve(address(funding), amount) : dr.approve(address(funding), amount));
        funding.fundBudget(6, isUsdt ? address(usdt) : address(dr), amount, "hostile");
        cameIn[2][isUsdt ? address(usdt) : address(dr)] += amount;
    }

    function donate(uint256 gap, uint256 v, bool isUsdt, uint256 amount) external step(gap) {
        amount = bound(amount, 1, 50_000e18);
        if (isUsdt) usdt.transfer(address(vaults[v % VAULTS]), amount);
        else dr.transfer(address(vaults[v % VAULTS]), amount);
        cameIn[v % VAULTS][isUsdt ? address(usdt) : address(dr)] += amount;
    }

    function trade(uint256 gap, uint256 amount, bool buying) external step(gap) {
        amount = bound(amount, 1e18, 100_000e18);
        swap(buying ? address(usdt) : address(dr), buying ? address(dr) : address(usdt), amount);
    }

    /// @dev Between the two dollars, which always have a price, so that fees come together.
    function swapDollars(uint256 gap, uint256 who, bool isUsdt, uint256 amount)
        external
        step(gap)
        movesOnlyTokensOf(who)
    {
        address account = actors[who % ACTORS];
        exchange.recordDepths();
        _topUp(account);
        (address input, address output) = isUsdt ? (address(usdt), address(usdr)) : (address(usdr), address(usdt));
        if (usdr.balanceOf(account) < 1_000e18) (input, output) = (address(usdt), address(usdr));
        Swap memory one = swapOf(account, bound(amount, 1e18, 1_000e18), input, output);
        (uint256 dayUsed, uint256 limit) = exchange.daily(output);
        if (dayUsed + one.outputAmount > limit || one.outputAmount + 10e18 > exchange.inventoryOf(output)) return;
        send(one);
        feesOfRecord += (one.inputAmount * 30 + 9_999) / 10_000;
    }

    /// @dev 36 % of the fees come into the node vault, the rest into the deflation vault.
    function flushFees(uint256 gap) external step(gap) {
        uint256 amount = feesOfRecord;
        if (amount == 0) return;
        assertEq(exchange.flushFees(), amount, "flushed");
        cameIn[2][address(usdt)] += amount * 3_600 / 10_000;
        cameIn[1][address(usdt)] += amount - amount * 3_600 / 10_000;
        feesOfRecord = 0;
    }

    /// @dev Anything within the bounds, from one day to the next.
    function setCaps(uint256 gap, uint256 v, bool isUsdt, uint256 bps, uint256 floor, uint256 account)
        external
        step(gap)
    {
        v = v % VAULTS;
        if (isUsdt && v == 0) return;
        IWithdrawalVault.Caps memory caps = IWithdrawalVault.Caps({
            vaultDailyBps: uint16(bound(bps, 100, 1_000)),
            vaultDailyFloor: uint112(bound(floor, isUsdt ? 100e18 : 1_000e18, 100_000e18)),
            accountDaily: uint112(bound(account, 1_000e18, 1_000_000e18))
        });
        vm.prank(address(timelock));
        vaults[v].setCaps(isUsdt ? address(usdt) : address(dr), caps);
    }

    function setBurn(uint256 gap, uint256 v, uint256 bps) external step(gap) {
        vm.prank(address(timelock));
        vaults[v % VAULTS].setBurnBps(bound(bps, 0, 1_000));
    }

    function setSigner(uint256 gap, uint256 v, bool asStandby) external step(gap) {
        v = v % VAULTS;
        uint256 key = ++lastKey;
        vm.prank(address(timelock));
        if (asStandby) {
            vaults[v].setStandbySigner(vm.addr(key));
            standbyKeys[v] = key;
        } else {
            vaults[v].setSigner(vm.addr(key));
            keys[v] = key;
        }
    }

    /// @dev Mostly where a standby signer takes over: a vault without a signer refuses everything.
    function revokeSigner(uint256 gap, uint256 v) external step(gap) {
        v = v % VAULTS;
        if (standbyKeys[v] == 0 && gap % 4 != 0) return;
        vm.prank(pauser);
        vaults[v].revokeSigner();
        (keys[v], standbyKeys[v]) = (standbyKeys[v], 0);
    }

    function pauseOrNot(uint256 gap, uint256 v) external step(gap) {
        v = v % VAULTS;
        vm.startPrank(pauser);
        if (vaults[v].paused()) vaults[v].unpause();
        else if (gap % 3 == 0 && vaults[v].pausableFrom() <= block.timestamp) vaults[v].pause();
        vm.stopPrank();
    }

    /// @dev Base units that left a vault in the current whole hour and the 24 before, to `account` or (zero)
    /// to all.
    function liveOf(uint256 v, address token, address account) public view returns (uint256 sum) {
        for (uint256 i = payments.length; i > 0; --i) {
            Payment memory one = payments[i - 1];
            if (one.at / 1 hours + 24 < block.timestamp / 1 hours) break;
            if (one.vaultIndex != v || one.token != token || one.isClaim) continue;
            if (account == address(0) || one.account == account) sum += one.amount;
        }
    }

    /// @dev Base units that ever left a vault, to `account` or (zero) to all.
    function paidOf(uint256 v, address token, address account) external view returns (uint256 sum) {
        for (uint256 i = 0; i < payments.length; ++i) {
            Payment memory one = payments[i];
            if (one.vaultIndex != v || one.token != token) continue;
            if (account == address(0) || one.account == account) sum += one.amount;
        }
    }

    function tokens() external view returns (address[2] memory) {
        return [address(dr), address(usdt)];
    }

    /// @dev The amount that may leave to `account` now, and the vault's limit.
    function _leftOf(uint256 v, address token, address account) private view returns (uint256 left, uint256 limit) {
        IWithdrawalVault.Caps memory caps = vaults[v].capsOf(token);
        uint256 balance = token == address(dr) ? dr.balanceOf(address(vaults[v])) : usdt.balanceOf(address(vaults[v]));
        uint256 live = liveOf(v, token, address(0));
        uint256 day = block.timestamp / 1 days;
        uint256 fresh = v == 2 ? freshOfRecord[token][day] + freshOfRecord[token][day - 1] : 0;
        limit = (balance + live > fresh ? balance + live - fresh : 0) * caps.vaultDailyBps / 10_000;
        if (limit < caps.vaultDailyFloor) limit = caps.vaultDailyFloor;
        uint256 accountLimit = limit / 4;
        uint256 minimum = token == address(dr) ? 1_000e18 : 100e18;
        if (accountLimit < minimum) accountLimit = minimum;
        if (accountLimit > caps.accountDaily) accountLimit = caps.accountDaily;
        uint256 accountLive = liveOf(v, token, account);
        left = limit > live ? limit - live : 0;
        if (accountLive >= accountLimit) return (0, limit);
        if (left > accountLimit - accountLive) left = accountLimit - accountLive;
        if (left > balance) left = balance;
    }

    function _voucher(uint256 v, address account, bool isUsdt, uint256 amount) private view returns (Withdraw memory) {
        return Withdraw({
            account: account,
            amount: amount,
            burnAmount: isUsdt ? amount / 10 : vaults[v].burnAmountOf(amount),
            orderId: lastOrder[v][account] + 1,
            nonce: used[v][account],
            deadline: block.timestamp + 10 minutes
        });
    }

    function _digestOf(uint256 v, bool isUsdt, Withdraw memory voucher) private returns (bytes32) {
        if (isUsdt) return usdtDigestOf(vaults[v], voucher);
        vault = vaults[v];
        return digestOf(voucher);
    }

    /// @dev Sends it, and sees that no tokens moved but the caller's own; if it was refused, no one's.
    function _call(uint256 v, bool isUsdt, Withdraw memory one, bytes memory signature, address caller)
        private
        returns (bool ok)
    {
        _topUp(caller);
        uint256[2][ACTORS] memory before;
        for (uint256 i = 0; i < ACTORS; ++i) {
            before[i] = [dr.balanceOf(actors[i]), usdt.balanceOf(actors[i])];
        }
        bytes memory data = isUsdt
            ? abi.encodeCall(
                WithdrawalVault.withdrawUSDT, (one.amount, one.burnAmount, one.orderId, one.deadline, signature)
            )
            : abi.encodeCall(
                WithdrawalVault.withdrawDR, (one.amount, one.burnAmount, one.orderId, one.deadline, signature)
            );
        vm.prank(caller);
        (ok,) = address(vaults[v]).call(data);
        ok ? ++accepted : ++refused;
        for (uint256 i = 0; i < ACTORS; ++i) {
            if (ok && actors[i] == caller) {
                uint256 drNow = dr.balanceOf(caller);
                if (isUsdt) assertGe(drNow + one.burnAmount, before[i][0], "burned more than the voucher's");
                else assertEq(drNow, before[i][0] + one.amount - one.burnAmount, "DR of the caller");
                assertEq(usdt.balanceOf(caller), before[i][1] + (isUsdt ? one.amount : 0), "USDT of the caller");
            } else {
                assertEq(dr.balanceOf(actors[i]), before[i][0], "DR of another");
                assertEq(usdt.balanceOf(actors[i]), before[i][1], "USDT of another");
            }
        }
    }

    /// @dev Enough DR to burn, and USDT to deposit, whatever came before.
    function _topUp(address account) private {
        if (dr.balanceOf(account) < 100_000e18) dr.transfer(account, 100_000e18);
        if (usdt.balanceOf(account) < 100_000e18) usdt.transfer(account, 100_000e18);
    }

    function _give(uint256 v, address token, uint256 amount) private {
        IERC20(token).transfer(address(vaults[v]), amount);
        cameIn[v][token] += amount;
    }
}
