// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {WithdrawalVault} from "../../../src/WithdrawalVault.sol";
import {IDigitalRights} from "../../../src/interfaces/IDigitalRights.sol";
import {IExchange} from "../../../src/interfaces/IExchange.sol";
import {IRootRegistry, Proof} from "../../../src/interfaces/IRootRegistry.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

/// @notice For every role and every call of the trust map on a contract that a vault or the registry knows:
/// exits pay afterwards, to the base unit, after each alone and after all of them. Draws, weekly results,
/// vesting and the seeding of pools know neither, nor do these know them.
contract ExitRolesTest is ExitFixture {
    struct Call {
        address by;
        address to;
        bytes data;
    }

    uint256 private epoch;
    Call[] private calls;
    address private immutable next = makeAddr("next");
    address private immutable another = makeAddr("another");

    function setUp() public override {
        super.setUp();
        for (uint256 b = 0; b < BOOKS; ++b) {
            (WithdrawalVault from, IERC20 token) = bookAt(b);
            earn(from, token, alice, (b + 1) * 1_000e18);
            token.transfer(address(from), 100_000e18); // pools: what a stolen signer takes first
        }
        depositFor(bob, usdtToken(), 700e18);
        depositFor(bob, drToken(), 300e18);
        epoch = postFinal();
        exchange.recordDepths();
        _listVoucherRoles();
        _listVaults();
        _listRegistry();
        _listTimelock();
        _listOthers();
    }

    function _add(address by, address to, bytes memory data) private {
        calls.push(Call(by, to, data));
    }

    function _listVoucherRoles() private {
        address[5] memory all =
            [address(vault), address(deflationVault), address(nodeVault), address(rights), address(exchange)];
        for (uint256 i = 0; i < 5; ++i) {
            _add(pauser, all[i], abi.encodeCall(IVouchers.pause, ()));
            _add(pauser, all[i], abi.encodeCall(IVouchers.revokeSigner, ()));
            _add(address(timelock), all[i], abi.encodeCall(IVouchers.setStandbySigner, (address(0))));
            _add(pauser, all[i], abi.encodeCall(IVouchers.revokeSigner, ()));
            _add(address(timelock), all[i], abi.encodeCall(IVouchers.setSigner, (next)));
            _add(address(timelock), all[i], abi.encodeCall(IVouchers.setPauser, (another)));
        }
    }

    function _listVaults() private {
        for (uint256 b = 0; b < BOOKS; ++b) {
            (WithdrawalVault from, IERC20 token) = bookAt(b);
            IWithdrawalVault.Caps memory caps = IWithdrawalVault.Caps(100, 1_000e18, 1_000e18);
            _add(address(timelock), address(from), abi.encodeCall(IWithdrawalVault.setCaps, (address(token), caps)));
            _add(address(timelock), address(from), abi.encodeCall(IWithdrawalVault.setBurnBps, (b % 2 * 1_000)));
        }
        bytes memory data = abi.encodeCall(IWithdrawalVault.recordDeposit, (carol, address(usdt), 1e18));
        _add(address(rights), address(nodeVault), data);
    }

    function _listRegistry() private {
        IRootRegistry.Book[] memory zeros = booksNow();
        for (uint256 b = 0; b < BOOKS; ++b) {
            (zeros[b].hash, zeros[b].total) = (0, 0);
        }
        uint256 snapshotBlock = vm.getBlockNumber() + 5;
        bytes32 digest = keccak256(abi.encode(epoch + 1, snapshotBlock, zeros, uint256(0)));
        _add(attester, address(registry), abi.encodeCall(IRootRegistry.post, (epoch + 1, snapshotBlock, zeros)));
        _add(witness, address(registry), abi.encodeCall(IRootRegistry.confirm, (epoch + 1, digest)));
        _add(guardian, address(registry), abi.encodeCall(IRootRegistry.veto, (epoch + 1)));
        _add(proposer, address(registry), abi.encodeCall(IRootRegistry.veto, (epoch + 1)));
        _add(address(timelock), address(registry), abi.encodeCall(IRootRegistry.setAttester, (next)));
        _add(address(timelock), address(registry), abi.encodeCall(IRootRegistry.setWitness, (another)));
        _add(thief, address(registry), abi.encodeCall(IRootRegistry.lockClaims, ()));
        _add(thief, address(registry), abi.encodeCall(IRootRegistry.unlockClaims, ()));
    }

    function _listTimelock() private {
        bytes memory nothing = "";
        bytes32 role = timelock.PROPOSER_ROLE();
        bytes memory data =
            abi.encodeCall(timelock.schedule, (address(0xdead), 0, nothing, 0, bytes32(uint256(1)), 14 days));
        _add(proposer, address(timelock), data);
        bytes32 id = timelock.hashOperation(address(0xdead), 0, nothing, 0, bytes32(uint256(1)));
        _add(guardian, address(timelock), abi.encodeCall(timelock.cancel, (id)));
        _add(address(timelock), address(timelock), abi.encodeCall(timelock.grantRole, (role, carol)));
        _add(address(timelock), address(timelock), abi.encodeCall(timelock.revokeRole, (role, proposer)));
        _add(address(timelock), address(timelock), abi.encodeCall(timelock.updateDelay, (30 days)));
    }

    function _listOthers() private {
        _add(address(timelock), address(rights), abi.encodeCall(IDigitalRights.setUsdrShareBps, (5_000)));
        _add(address(timelock), address(exchange), abi.encodeCall(IExchange.setFeeBps, (100)));
        IExchange.Cap memory cap = IExchange.Cap(100, 1_000e18);
        _add(address(timelock), address(exchange), abi.encodeCall(IExchange.setCap, (address(usdt), cap)));
        _add(thief, address(exchange), abi.encodeCall(IExchange.recordDepths, ()));
        _add(thief, address(oracle), abi.encodeCall(oracle.update, ()));
        _add(thief, address(emission), abi.encodeCall(emission.release, ()));
    }

    /// @dev A call whose precondition another call makes (a veto after a post) may be refused alone, never for
    /// its caller.
    function _make(Call storage one) private returns (bool ok) {
        vm.roll(vm.getBlockNumber() + 10);
        vm.prank(one.by);
        (ok,) = one.to.call(one.data);
    }

    function test_everyCallOfEveryRole_exitsPayAfterwards() public {
        uint256 passed;
        for (uint256 i = 0; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            if (_make(calls[i])) ++passed;
            _assertEverybodyLeaves();
            vm.revertToStateAndDelete(snapshot);
        }
        // alone refused: to confirm and to veto what was not posted, and to cancel what was not announced
        assertEq(passed, calls.length - 4);
    }

    function test_allCallsOfAllRolesTogether_exitsPayAfterwards() public {
        for (uint256 i = 0; i < calls.length; ++i) {
            assertTrue(_make(calls[i]), vm.toString(i));
        }
        _assertEverybodyLeaves();
        skip(3 * 365 days);
    }

    /// @dev The signer's key, for a day and a half: what the caps let through, out of every book.
    function test_stolenSigner_exitsPayAfterwards() public {
        for (uint256 b = 0; b < BOOKS; ++b) {
            (WithdrawalVault from, IERC20 token) = bookAt(b);
            (, uint256 limit) = from.accountDaily(thief, address(token));
            payByVoucher(from, token, thief, limit);
        }
        _assertEverybodyLeaves();
    }

    function _assertEverybodyLeaves() private {
        uint256 snapshot = vm.snapshotState();
        for (uint256 b = 0; b < BOOKS; ++b) {
            (WithdrawalVault from, IERC20 token) = bookAt(b);
            uint256 earned = (b + 1) * 1_000e18;
            _assertLeaves(from, token, alice, earned, earned, proofOf(epoch, from, token, alice));
        }
        _assertLeaves(nodeVault, usdtToken(), bob, 700e18, 0, noProof());
        _assertLeaves(nodeVault, drToken(), bob, 300e18, 0, noProof());
        vm.revertToStateAndDelete(snapshot);
    }

    function _assertLeaves(
        WithdrawalVault from,
        IERC20 token,
        address account,
        uint256 all,
        uint256 burning,
        Proof memory proof
    ) private {
        uint256 before = token.balanceOf(account);
        claim(account, from, token, ALL, proof);
        assertEq(token.balanceOf(account) - before, all - burning * from.burnBps() / 10_000);
    }
}
