// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {WithdrawalVault} from "../../../src/WithdrawalVault.sol";
import {IRootRegistry, Proof} from "../../../src/interfaces/IRootRegistry.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

/// @notice Keys that are lost, stolen or replaced, and accounts that lock themselves: what was granted is paid
/// whatever becomes of any key, and one key alone makes nothing count.
contract ExitKeysTest is ExitFixture {
    uint256 private epoch;

    function setUp() public override {
        super.setUp();
        earn(vault, drToken(), alice, 1_000e18);
        earn(deflationVault, usdtToken(), alice, 1_000e18);
        earn(nodeVault, usdtToken(), alice, 1_000e18);
        depositFor(bob, usdtToken(), 800e18);
        epoch = postFinal();
    }

    function _assertLocked(WithdrawalVault from, address token, Proof memory proof, uint256 until) private {
        bytes memory reason = abi.encodeWithSelector(IRootRegistry.ClaimsAreLocked.selector, until);
        vm.startPrank(alice);
        vm.expectRevert(reason);
        from.claim(token, ALL, proof);
        vm.expectRevert(reason);
        from.transferWithin(token, bob, 1e18, proof);
        vm.stopPrank();
    }

    /// @dev All three vaults, with proof and without, claims and transfers.
    function _assertAllLocked(uint256 until) private {
        _assertLocked(vault, address(dr), proofOf(epoch, vault, drToken(), alice), until);
        _assertLocked(deflationVault, address(usdt), proofOf(epoch, deflationVault, usdtToken(), alice), until);
        _assertLocked(nodeVault, address(usdt), proofOf(epoch, nodeVault, usdtToken(), alice), until);
        _assertLocked(nodeVault, address(usdt), noProof(), until);
    }

    function test_attack_lockedAccount() public {
        vm.prank(alice);
        registry.lockClaims();
        _assertAllLocked(ALL);
        skip(1_000 days);
        _assertAllLocked(ALL);
        depositFor(alice, usdtToken(), 100e18);
        payByVoucher(nodeVault, usdtToken(), alice, 100e18);
        claim(bob, nodeVault, usdtToken(), ALL, noProof()); // no one else is
        vm.startPrank(alice);
        registry.unlockClaims();
        vm.stopPrank();
        uint256 from = block.timestamp + 3 days;
        assertEq(registry.claimsFrom(alice), from);
        skip(3 days - 1);
        _assertAllLocked(from);
        skip(1);
        claim(alice, vault, drToken(), ALL, proofOf(epoch, vault, drToken(), alice));
        claim(alice, nodeVault, usdtToken(), ALL, proofOf(epoch, nodeVault, usdtToken(), alice));
        assertEq(nodeVault.paid(alice, address(usdt)), 1_100e18);
    }

    /// @dev The owner locks again within the notice that a thief of the key began.
    function test_attack_lockDuringTheNotice() public {
        vm.startPrank(alice);
        registry.lockClaims();
        registry.unlockClaims();
        skip(3 days - 1);
        registry.lockClaims();
        vm.stopPrank();
        skip(30 days);
        _assertAllLocked(ALL);
    }

    /// @dev A second unlocking neither shortens nor lengthens the notice, nor one after it.
    function test_attack_secondUnlockDuringTheNotice() public {
        vm.startPrank(alice);
        registry.lockClaims();
        registry.unlockClaims();
        uint256 from = registry.claimsFrom(alice);
        skip(2 days);
        registry.unlockClaims();
        assertEq(registry.claimsFrom(alice), from);
        skip(1 days);
        registry.unlockClaims();
        vm.stopPrank();
        claim(alice, vault, drToken(), ALL, proofOf(epoch, vault, drToken(), alice));
    }

    function test_attack_unlockWithoutALock() public {
        vm.prank(alice);
        registry.unlockClaims();
        assertEq(registry.claimsFrom(alice), 0);
        claim(alice, vault, drToken(), ALL, proofOf(epoch, vault, drToken(), alice));
    }

    function test_attack_lockOfAnother() public {
        vm.prank(thief);
        registry.lockClaims();
        claim(alice, vault, drToken(), ALL, proofOf(epoch, vault, drToken(), alice));
    }

    /// @dev A locked account is paid what others send it, once it is open.
    function test_lockedAccountReceives() public {
        vm.prank(alice);
        registry.lockClaims();
        transferWithin(bob, nodeVault, usdtToken(), alice, 800e18, noProof());
        assertEq(nodeVault.credited(alice, address(usdt)), 800e18);
    }

    /// @dev Whoever stole the attester's key posted before it was replaced: the witness does not confirm it,
    /// and a canceller can refuse it.
    function test_attack_attesterReplacedStandingFalseRootVetoed() public {
        IRootRegistry.Book[] memory books = booksNow();
        (books[1].hash, books[1].total) = (bytes32(uint256(1)), 1_000e18);
        uint256 false_ = post(books);
        confirm(false_);
        address next = makeAddr("next attester");
        bytes memory data = abi.encodeCall(IRootRegistry.setAttester, (next));
        vm.prank(proposer);
        timelock.schedule(address(registry), 0, data, 0, 0, 14 days);
        vm.prank(guardian);
        registry.veto(false_);
        skip(14 days);
        timelock.execute(address(registry), 0, data, 0, 0);
        vm.prank(attester);
        vm.expectRevert(IRootRegistry.NotAttester.selector);
        registry.post(false_ + 1, 1, books);
        assertFalse(registry.isFinal(false_));
        vm.roll(vm.getBlockNumber() + 100);
        books = booksNow();
        uint256 snapshotBlock = vm.getBlockNumber() - 1;
        vm.prank(next);
        registry.post(false_ + 1, snapshotBlock, books);
        claim(alice, vault, drToken(), ALL, proofOf(epoch, vault, drToken(), alice));
    }

    /// @dev No key but the accounts' own is ever used again: everything that was granted or deposited leaves.
    function test_attack_guardianAdminAndWitnessKeysLostForGood() public {
        uint256 pending = post(); // never confirmed
        skip(20 * 365 days);
        assertFalse(registry.isFinal(pending));
        claim(bob, nodeVault, usdtToken(), ALL, noProof());
        assertEq(usdt.balanceOf(bob), 800e18);
        claim(alice, vault, drToken(), ALL, proofOf(epoch, vault, drToken(), alice));
        claim(alice, deflationVault, usdtToken(), ALL, proofOf(epoch, deflationVault, usdtToken(), alice));
        claim(alice, nodeVault, usdtToken(), ALL, proofOf(epoch, nodeVault, usdtToken(), alice));
        assertEq(dr.balanceOf(alice), 950e18);
        assertEq(usdt.balanceOf(alice), 1_900e18);
    }

    /// @dev All keys in one hand, all calls that they have: the exits of before pay to the base unit.
    function test_attack_allKeysStolen() public {
        vm.startPrank(pauser);
        vault.pause();
        vault.revokeSigner();
        vault.revokeSigner();
        vm.stopPrank();
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.EpochIsFinal.selector, epoch));
        registry.veto(epoch);
        throughTimelock(address(registry), abi.encodeCall(IRootRegistry.setAttester, (thief)));
        throughTimelock(address(registry), abi.encodeCall(IRootRegistry.setWitness, (attester)));
        throughTimelock(address(vault), abi.encodeCall(IWithdrawalVault.setBurnBps, (1_000)));
        throughTimelock(
            address(vault),
            abi.encodeCall(IWithdrawalVault.setCaps, (address(dr), IWithdrawalVault.Caps(100, 1_000e18, 1_000e18)))
        );
        claim(alice, vault, drToken(), ALL, proofOf(epoch, vault, drToken(), alice));
        assertEq(dr.balanceOf(alice), 900e18);
        claim(bob, nodeVault, usdtToken(), ALL, noProof());
        assertEq(usdt.balanceOf(bob), 800e18);
    }

    function test_attack_oneKeyForBothRoles() public {
        vm.startPrank(address(timelock));
        vm.expectRevert(IRootRegistry.RolesNotDistinct.selector);
        registry.setWitness(attester);
        vm.expectRevert(IRootRegistry.RolesNotDistinct.selector);
        registry.setAttester(witness);
        address[3] memory holders = [guardian, proposer, address(timelock)];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(IRootRegistry.RolesNotDistinct.selector);
            registry.setWitness(holders[i]);
            vm.expectRevert(IRootRegistry.RolesNotDistinct.selector);
            registry.setAttester(holders[i]);
        }
        vm.expectRevert(IRootRegistry.ZeroValue.selector);
        registry.setWitness(address(0));
        vm.expectRevert(IRootRegistry.ZeroValue.selector);
        registry.setAttester(address(0));
        vm.stopPrank();
    }

    /// @dev The attester becomes the witness after it posted: it does not confirm its own.
    function test_attack_posterConfirmsItsOwnEpoch() public {
        uint256 own = post();
        vm.startPrank(address(timelock));
        registry.setAttester(thief);
        registry.setWitness(attester);
        vm.stopPrank();
        bytes32 digest = registry.epochOf(own).digest;
        vm.prank(attester);
        vm.expectRevert(IRootRegistry.RolesNotDistinct.selector);
        registry.confirm(own, digest);
        vm.prank(witness);
        vm.expectRevert(IRootRegistry.NotWitness.selector);
        registry.confirm(own, digest);
    }

    function test_attack_rolesSetByOthers() public {
        address[6] memory others = [alice, attester, witness, guardian, proposer, pauser];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.startPrank(others[i]);
            vm.expectRevert(IRootRegistry.NotAdmin.selector);
            registry.setAttester(thief);
            vm.expectRevert(IRootRegistry.NotAdmin.selector);
            registry.setWitness(thief);
            vm.stopPrank();
        }
    }

    /// @dev A witness that is silent delays what is new, and nothing that was final.
    function test_attack_silentWitness() public {
        for (uint256 day = 0; day < 5; ++day) {
            post();
            skip(1 days);
        }
        assertFalse(registry.isFinal(epoch + 5));
        claim(alice, vault, drToken(), ALL, proofOf(epoch, vault, drToken(), alice));
    }
}
