// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {DR} from "../../src/DR.sol";
import {DRGV} from "../../src/DRGV.sol";
import {DigitalRights} from "../../src/DigitalRights.sol";
import {Exchange} from "../../src/Exchange.sol";
import {Funding} from "../../src/Funding.sol";
import {TestUSDT} from "../../src/TestUSDT.sol";
import {USDR} from "../../src/USDR.sol";
import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {IExchange} from "../../src/interfaces/IExchange.sol";
import {Fixture} from "../support/Fixture.sol";
import {UnrulyToken} from "./UnrulyToken.sol";

/// @notice Exchange, funding and deposits over four tokens that change their manners: each call either moves
/// what it says and counts it, or leaves nothing behind, whichever of its transfers went wrong.
contract TokenHandler is Fixture {
    uint256 internal constant FEE_BPS_MAX = 1_000;
    uint256 internal constant STOCK = 1_000_000e18;

    /// @dev USDT, USDR, DR, DRGV.
    UnrulyToken[4] public tokens;
    address[2] public accounts;
    int256[4] public netOfRecord; // what reached the exchange less what left it
    uint256 public feesOfRecord;
    uint256 public flushedOfRecord;
    uint256 public swaps;
    uint256 public fundings;
    mapping(address vault => mapping(uint256 token => uint256)) public reachedOfRecord;
    mapping(address account => mapping(uint256 token => uint256)) public depositedOfRecord;
    uint256 public accepted;
    uint256 public refused;

    constructor() {
        Fixture.setUp();
        IExchange.Cap memory cap = IExchange.Cap(2_000, 1_000_000e18);
        exchange = new Exchange(address(timelock), pauser, signer, standby, exchangeParts(), cap, cap);
        exchange.recordDepths();
        accounts = [alice, bob];
        for (uint256 i = 0; i < 4; ++i) {
            tokens[i].transfer(address(exchange), STOCK);
            for (uint256 j = 0; j < 2; ++j) {
                tokens[i].transfer(accounts[j], 10_000_000e18);
                vm.startPrank(accounts[j]);
                tokens[i].approve(address(exchange), APPROVAL);
                tokens[i].approve(address(funding), APPROVAL);
                tokens[i].approve(address(rights), APPROVAL);
                vm.stopPrank();
            }
        }
    }

    /// @dev For every receiver, or for one alone: then one of a call's two transfers may go wrong.
    function behave(uint256 token, uint256 manner, uint256 feeBps, uint256 only) external {
        address[6] memory receivers =
            [address(0), address(exchange), address(deflationVault), address(nodeVault), alice, address(vault)];
        tokens[token
                % 4].behave(
            UnrulyToken.Manner(manner % 6), feeBps % (FEE_BPS_MAX + 1), only % 2 == 0 ? address(0) : receivers[only % 6]
        );
    }

    function swap(uint256 gap, uint256 who, uint256 from, uint256 to, uint256 amount) external {
        skip(gap % 3 hours);
        exchange.recordDepths(); // nothing leaves by a record of more than two days ago
        (from, to) = (from % 4, to % 4);
        if (from == to) to = (to + 1) % 4;
        Swap memory v =
            swapOf(accounts[who % 2], bound(amount, 1e18, 5_000e18), address(tokens[from]), address(tokens[to]));
        (, uint256 fee) = exchange.quote(v.inputAmount, v.inputToken, v.outputToken);
        bool mayPass = _passes(from, address(exchange)) && _passes(to, v.account);
        bytes32 before = _everything();
        uint256[2] memory had = [tokens[from].balanceOf(v.account), tokens[to].balanceOf(v.account)];
        bytes memory signature = sign(digestOf(v));
        vm.prank(v.account);
        (bool ok,) = address(exchange)
            .call(
                abi.encodeCall(
                    Exchange.swapToken,
                    (v.inputAmount, v.outputAmount, v.inputToken, v.outputToken, v.orderId, v.deadline, signature)
                )
            );
        assertEq(ok, mayPass, "swaps exactly when both tokens move");
        _count(ok);
        if (!ok) {
            assertEq(_everything(), before, "a refused swap leaves nothing behind");
            return;
        }
        // The account pays what it signed for, never more; a token's fee is the receiver's loss.
        assertEq(tokens[from].balanceOf(v.account), had[0] - v.inputAmount, "paid");
        uint256 arrives = _arriving(to, v.account, v.outputAmount);
        assertEq(tokens[to].balanceOf(v.account), had[1] + arrives, "got");
        netOfRecord[from] += int256(_arriving(from, address(exchange), v.inputAmount));
        netOfRecord[to] -= int256(v.outputAmount);
        feesOfRecord += fee;
        ++swaps;
    }

    function flush() external {
        uint256 amount = exchange.feesCollected();
        if (amount == 0) return;
        uint256 toNode = amount * 3_600 / 10_000;
        bool mayPass = _passes(0, address(nodeVault)) && _passes(0, address(deflationVault));
        bytes32 before = _everything();
        (bool ok,) = address(exchange).call(abi.encodeCall(Exchange.flushFees, ()));
        assertEq(ok, mayPass, "flushes exactly when the token moves");
        _count(ok);
        if (!ok) {
            assertEq(_everything(), before, "a refused flush leaves nothing behind");
            return;
        }
        flushedOfRecord += amount;
        netOfRecord[0] -= int256(amount);
        _reach(address(nodeVault), 0, toNode);
        _reach(address(deflationVault), 0, amount - toNode);
    }

    function fund(uint256 who, uint256 kind, bool isUsdt, uint256 amount) external {
        uint256 token = isUsdt ? 0 : 2;
        address account = accounts[who % 2];
        amount = bound(amount, 1e18, 10_000e18);
        kind = kind % 3;
        (address first, address second) = kind == 0
            ? (address(deflationVault), address(nodeVault))
            : kind == 1 ? (address(nodeVault), address(nodeVault)) : (address(deflationVault), address(deflationVault));
        bool mayPass = _passes(token, first) && _passes(token, second);
        bytes32 before = _everything();
        uint256 had = tokens[token].balanceOf(account);
        bytes memory data = kind == 0
            ? abi.encodeCall(Funding.fundPools, (address(tokens[token]), amount, "memo"))
            : kind == 1
                ? abi.encodeCall(Funding.fundBudget, (6, address(tokens[token]), amount, "memo"))
                : abi.encodeCall(Funding.recapitalise, (1, address(tokens[token]), amount, "memo"));
        vm.prank(account);
        (bool ok,) = address(funding).call(data);
        assertEq(ok, mayPass, "funds exactly when the token moves");
        _count(ok);
        if (!ok) {
            assertEq(_everything(), before, "a refused funding leaves nothing behind");
            return;
        }
        assertEq(tokens[token].balanceOf(account), had - amount, "paid");
        ++fundings;
        uint256 toSecond = kind == 0 ? amount / 5 : 0;
        _reach(first, token, amount - toSecond);
        _reach(second, token, toSecond);
    }

    /// @dev Recorded is what arrives, so a deposit of which less arrives than was sent is none.
    function deposit(uint256 who, bool isUsdt, uint256 amount) external {
        uint256 token = isUsdt ? 0 : 2;
        address account = accounts[who % 2];
        amount = bound(amount, 1e18, 10_000e18);
        bytes memory reason = _reasonAgainst(token, amount);
        bytes32 before = _everything();
        uint256 had = tokens[token].balanceOf(account);
        vm.prank(account);
        (bool ok, bytes memory answer) =
            address(rights).call(abi.encodeCall(rights.deposit, (address(tokens[token]), amount, who, 1)));
        assertEq(ok, reason.length == 0, "deposits exactly when all of it arrives");
        _count(ok);
        if (!ok) {
            assertEq(answer, reason, "refused for the right reason");
            assertEq(_everything(), before, "a refused deposit leaves nothing behind");
            return;
        }
        assertEq(tokens[token].balanceOf(account), had - amount, "paid");
        depositedOfRecord[account][token] += amount;
        _reach(address(nodeVault), token, amount);
    }

    function world() external view returns (Exchange, address, address, address) {
        return (exchange, address(funding), address(nodeVault), address(deflationVault));
    }

    function depositWorld() external view returns (DigitalRights, WithdrawalVault) {
        return (rights, nodeVault);
    }

    /// @dev Unruly ones take the place of the fixture's.
    function deployTokens() internal override {
        super.deployTokens();
        for (uint256 i = 0; i < 4; ++i) {
            tokens[i] = new UnrulyToken(163_000_000e18);
        }
        (usdt, usdr) = (TestUSDT(address(tokens[0])), USDR(address(tokens[1])));
        (dr, drgv) = (DR(address(tokens[2])), DRGV(address(tokens[3])));
        tokens[2].transfer(vm.computeCreateAddress(emissionDeployer, 0), 73_000_000e18);
    }

    /// @dev Why a deposit of that much is refused; empty: it is not.
    function _reasonAgainst(uint256 token, uint256 amount) private view returns (bytes memory) {
        UnrulyToken.Manner manner = tokens[token].mannerTo(address(nodeVault));
        if (manner == UnrulyToken.Manner.Reverts) return abi.encodeWithSignature("Error(string)", "refused");
        if (!_passes(token, address(nodeVault))) {
            return abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, tokens[token]);
        }
        uint256 arrives = _arriving(token, address(nodeVault), amount);
        if (arrives == amount) return "";
        return abi.encodeWithSelector(IDigitalRights.AmountReceivedWrong.selector, arrives, amount);
    }

    function _reach(address to, uint256 token, uint256 amount) private {
        reachedOfRecord[to][token] += _arriving(token, to, amount);
    }

    function _passes(uint256 token, address to) private view returns (bool) {
        UnrulyToken.Manner manner = tokens[token].mannerTo(to);
        return
            manner == UnrulyToken.Manner.Plain || manner == UnrulyToken.Manner.Silent
                || manner == UnrulyToken.Manner.Fee;
    }

    function _arriving(uint256 token, address to, uint256 amount) private view returns (uint256) {
        if (tokens[token].mannerTo(to) != UnrulyToken.Manner.Fee) return amount;
        return amount - amount * tokens[token].feeBps() / 10_000;
    }

    /// @dev Balances, allowances, deposits, nonces, order ids, fees and what was used of each day.
    function _everything() private view returns (bytes32 hash) {
        for (uint256 i = 0; i < 4; ++i) {
            (uint256 used,) = exchange.daily(address(tokens[i]));
            hash = keccak256(
                abi.encode(
                    hash,
                    used,
                    tokens[i].balanceOf(address(exchange)),
                    tokens[i].balanceOf(address(funding)),
                    tokens[i].balanceOf(address(nodeVault)),
                    tokens[i].balanceOf(address(deflationVault)),
                    tokens[i].balanceOf(address(rights)),
                    nodeVault.totalDeposited(address(tokens[i]))
                )
            );
            for (uint256 j = 0; j < 2; ++j) {
                hash = keccak256(
                    abi.encode(
                        hash,
                        tokens[i].balanceOf(accounts[j]),
                        tokens[i].allowance(accounts[j], address(exchange)),
                        tokens[i].allowance(accounts[j], address(rights)),
                        nodeVault.credited(accounts[j], address(tokens[i])),
                        exchange.nonces(accounts[j]),
                        exchange.lastOrderId(accounts[j])
                    )
                );
            }
        }
        return keccak256(
            abi.encode(
                hash, exchange.feesCollected(), exchange.flushCount(), exchange.swapCount(), funding.fundingCount()
            )
        );
    }

    function _count(bool ok) private {
        ok ? ++accepted : ++refused;
    }
}
