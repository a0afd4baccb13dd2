// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {RootRegistry} from "../../../src/RootRegistry.sol";
import {WithdrawalVault} from "../../../src/WithdrawalVault.sol";
import {IRootRegistry} from "../../../src/interfaces/IRootRegistry.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

contract RootRegistryTest is ExitFixture {
    address internal immutable stranger = makeAddr("stranger");

    function test_constructor_saysItsRolesAndItsWiring() public {
        vm.expectEmit();
        emit IRootRegistry.AttesterSet(address(0), alice);
        vm.expectEmit();
        emit IRootRegistry.WitnessSet(address(0), bob);
        RootRegistry other = _newRegistry(address(timelock), alice, bob);
        assertEq(other.ADMIN(), address(timelock));
        assertEq(other.attester(), alice);
        assertEq(other.witness(), bob);
        assertEq(address(other.DR_TOKEN()), address(dr));
        assertEq(address(other.USDT()), address(usdt));
        assertEq(other.lastEpoch(), 0);
        assertEq(address(registry.MINER_VAULT()), address(vault));
        assertEq(address(registry.DEFLATION_VAULT()), address(deflationVault));
        assertEq(address(registry.NODE_VAULT()), address(nodeVault));
    }

    function test_constructor_revertsForKeysThatMustNotBeOne() public {
        bytes4[5] memory reasons = [
            IRootRegistry.ZeroValue.selector,
            IRootRegistry.ZeroValue.selector,
            IRootRegistry.ZeroValue.selector,
            IRootRegistry.RolesNotDistinct.selector,
            IRootRegistry.RolesNotDistinct.selector
        ];
        address[3][5] memory keys = [
            [address(0), alice, bob],
            [address(timelock), address(0), bob],
            [address(timelock), alice, address(0)],
            [address(timelock), alice, alice],
            [address(timelock), alice, guardian]
        ];
        for (uint256 i = 0; i < keys.length; ++i) {
            vm.expectRevert(reasons[i]);
            new RootRegistry(keys[i][0], keys[i][1], keys[i][2], vault, deflationVault, nodeVault);
        }
    }

    function test_constructor_revertsForVaultsOfAnotherRegistryOrOrder() public {
        bytes memory reason = abi.encodeWithSelector(IRootRegistry.VaultWrong.selector, vault);
        vm.expectRevert(reason); // wired to the fixture's registry
        new RootRegistry(address(timelock), alice, bob, vault, deflationVault, nodeVault);

        WithdrawalVault[3] memory vaults = _newVaults(IERC20(address(drgv)));
        reason = abi.encodeWithSelector(IRootRegistry.VaultWrong.selector, vaults[2]);
        vm.expectRevert(reason); // of another payment token
        new RootRegistry(address(timelock), alice, bob, vaults[0], vaults[1], vaults[2]);

        vaults = _newVaults(IERC20(address(usdt)));
        reason = abi.encodeWithSelector(IRootRegistry.VaultWrong.selector, vaults[1]);
        vm.expectRevert(reason); // in another order
        new RootRegistry(address(timelock), alice, bob, vaults[1], vaults[0], vaults[2]);
    }

    function test_post_saysEachBookAndTheEpoch() public {
        earn(vault, IERC20(address(dr)), alice, 5e18);
        IRootRegistry.Book[] memory books = booksNow();
        uint256 snapshotBlock = vm.getBlockNumber() - 1;
        bytes32 digest = keccak256(abi.encode(uint256(1), snapshotBlock, books, uint256(0)));
        for (uint256 i = 0; i < BOOKS; ++i) {
            vm.expectEmit(address(registry));
            emit IRootRegistry.BookPosted(1, books[i].vault, books[i].token, books[i].hash, books[i].total);
        }
        vm.expectEmit(address(registry));
        emit IRootRegistry.RootsPosted(1, attester, snapshotBlock, digest);
        vm.prank(attester);
        registry.post(1, snapshotBlock, books);

        assertEq(registry.lastEpoch(), 1);
        IRootRegistry.Epoch memory epoch = registry.epochOf(1);
        assertEq(epoch.postedAt, block.timestamp);
        assertEq(epoch.confirmedAt, 0);
        assertEq(epoch.poster, attester);
        assertEq(epoch.digest, digest);
        assertFalse(epoch.isVoid);
        for (uint256 i = 0; i < BOOKS; ++i) {
            (bytes32 hash, uint256 total, bool posted) = registry.rootOf(1, books[i].vault, books[i].token);
            assertEq(hash, books[i].hash);
            assertEq(total, books[i].total);
            assertTrue(posted);
        }
        (bytes32 empty,, bool isPosted) = registry.rootOf(1, books[1].vault, books[1].token);
        assertEq(empty, 0);
        assertTrue(isPosted);
        (,, isPosted) = registry.rootOf(1, address(vault), address(usdt));
        assertFalse(isPosted);
    }

    function test_post_refusesTheBookThatDoesNotFitAndNotTheOthers() public {
        earn(deflationVault, IERC20(address(usdt)), alice, 5e18);
        credit(deflationVault, IERC20(address(usdt)), bob, 1);
        earn(nodeVault, IERC20(address(dr)), bob, 7e18);
        IRootRegistry.Book[] memory books = booksNow();
        vm.expectEmit(address(registry));
        emit IRootRegistry.BookRefused(1, books[1].vault, books[1].token, books[1].hash, 5e18 + 1, 5e18);
        vm.prank(attester);
        registry.post(1, vm.getBlockNumber() - 1, books);
        (bytes32 hash, uint256 total, bool posted) = registry.rootOf(1, books[1].vault, books[1].token);
        assertEq(hash, 0);
        assertEq(total, 0);
        assertFalse(posted);
        (, total, posted) = registry.rootOf(1, books[4].vault, books[4].token);
        assertEq(total, 7e18);
        assertTrue(posted);
        bytes32 digest = keccak256(abi.encode(uint256(1), vm.getBlockNumber() - 1, books, uint256(1 << 1)));
        assertEq(registry.epochOf(1).digest, digest);
    }

    function test_post_revertsOutOfTurn() public {
        IRootRegistry.Book[] memory books = booksNow();
        uint256 snapshotBlock = vm.getBlockNumber() - 1;
        _expect(abi.encodeWithSelector(IRootRegistry.NotAttester.selector), stranger);
        registry.post(1, snapshotBlock, books);
        _expect(abi.encodeWithSelector(IRootRegistry.EpochWrong.selector, 0, 1), attester);
        registry.post(0, snapshotBlock, books);
        _expect(abi.encodeWithSelector(IRootRegistry.EpochWrong.selector, 2, 1), attester);
        registry.post(2, snapshotBlock, books);
        _expect(abi.encodeWithSelector(IRootRegistry.SnapshotWrong.selector, snapshotBlock + 1), attester);
        registry.post(1, snapshotBlock + 1, books);
        _expect(abi.encodeWithSelector(IRootRegistry.SnapshotWrong.selector, 0), attester);
        registry.post(1, 0, books);
        post(books);
        uint256 postedAt = block.timestamp;
        vm.warp(postedAt + 20 hours - 1);
        snapshotBlock = vm.getBlockNumber();
        vm.roll(snapshotBlock + 1);
        _expect(abi.encodeWithSelector(IRootRegistry.PostedTooRecently.selector, postedAt + 20 hours), attester);
        registry.post(2, snapshotBlock, books);
        vm.warp(postedAt + 20 hours);
        vm.prank(attester);
        registry.post(2, snapshotBlock, books);
        skip(20 hours);
        vm.roll(vm.getBlockNumber() + 10);
        _expect(abi.encodeWithSelector(IRootRegistry.SnapshotWrong.selector, snapshotBlock), attester);
        registry.post(3, snapshotBlock, books);
    }

    function test_post_revertsForOtherBooksThanTheFive() public {
        IRootRegistry.Book[] memory books = booksNow();
        uint256 snapshotBlock = vm.getBlockNumber() - 1;
        bytes memory reason = abi.encodeWithSelector(IRootRegistry.BooksWrong.selector);
        _expect(reason, attester);
        registry.post(1, snapshotBlock, new IRootRegistry.Book[](4));
        _expect(reason, attester);
        registry.post(1, snapshotBlock, new IRootRegistry.Book[](6));
        for (uint256 i = 0; i < BOOKS; ++i) {
            IRootRegistry.Book memory kept = books[i];
            books[i] = IRootRegistry.Book(books[(i + 1) % BOOKS].vault, kept.token, kept.hash, kept.total);
            if (books[i].vault != kept.vault) {
                _expect(reason, attester);
                registry.post(1, snapshotBlock, books);
            }
            address other = kept.token == address(dr) ? address(usdt) : address(dr);
            books[i] = IRootRegistry.Book(kept.vault, other, kept.hash, kept.total);
            _expect(reason, attester);
            registry.post(1, snapshotBlock, books);
            books[i] = kept;
        }
    }

    function test_post_voidsTheEpochBeforeUnlessConfirmed() public {
        post();
        skip(20 hours);
        post();
        assertTrue(registry.epochOf(1).isVoid);
        assertFalse(registry.epochOf(2).isVoid);
        confirm(2);
        skip(20 hours);
        post();
        assertFalse(registry.epochOf(2).isVoid);
        skip(7 days);
        assertTrue(registry.isFinal(2));
        assertFalse(registry.isFinal(1));
        assertFalse(registry.isFinal(3));
        assertFalse(registry.epochOf(4).isVoid);
    }

    function test_confirm_saysItAndIsFinalSevenDaysLater() public {
        post();
        skip(3 days);
        bytes32 digest = registry.epochOf(1).digest;
        vm.expectEmit(address(registry));
        emit IRootRegistry.EpochConfirmed(1, witness, digest);
        vm.prank(witness);
        registry.confirm(1, digest);
        assertEq(registry.epochOf(1).confirmedAt, block.timestamp);
        skip(7 days - 1);
        assertFalse(registry.isFinal(1));
        skip(1);
        assertTrue(registry.isFinal(1));
    }

    function test_confirm_reverts() public {
        _expect(abi.encodeWithSelector(IRootRegistry.EpochUnknown.selector, 0), witness);
        registry.confirm(0, 0);
        post();
        skip(20 hours);
        post();
        bytes32 digest = registry.epochOf(2).digest;
        _expect(abi.encodeWithSelector(IRootRegistry.NotWitness.selector), attester);
        registry.confirm(2, digest);
        _expect(abi.encodeWithSelector(IRootRegistry.EpochWrong.selector, 1, 2), witness);
        registry.confirm(1, digest);
        _expect(abi.encodeWithSelector(IRootRegistry.DigestWrong.selector, digest), witness);
        registry.confirm(2, ~digest);
        confirm(2);
        _expect(abi.encodeWithSelector(IRootRegistry.EpochIsConfirmed.selector, 2), witness);
        registry.confirm(2, digest);
        vm.prank(guardian);
        registry.veto(2);
        _expect(abi.encodeWithSelector(IRootRegistry.EpochIsVoid.selector, 2), witness);
        registry.confirm(2, digest);
    }

    function test_confirm_revertsForWhoPostedIt() public {
        post();
        vm.startPrank(address(timelock));
        registry.setAttester(alice);
        registry.setWitness(attester);
        vm.stopPrank();
        bytes32 digest = registry.epochOf(1).digest;
        _expect(abi.encodeWithSelector(IRootRegistry.RolesNotDistinct.selector), attester);
        registry.confirm(1, digest);
    }

    function test_veto_voidsTheEpochAndLaterOnesThatAreNotFinal() public {
        confirm(post());
        skip(20 hours);
        post();
        skip(20 hours);
        confirm(post());
        vm.expectEmit(address(registry));
        emit IRootRegistry.EpochsVetoed(1, guardian);
        vm.prank(guardian);
        registry.veto(1);
        for (uint256 epoch = 1; epoch <= 3; ++epoch) {
            assertTrue(registry.epochOf(epoch).isVoid);
        }
        skip(7 days);
        assertFalse(registry.isFinal(1));
        assertFalse(registry.isFinal(3));
        uint256 next = postFinal();
        _expect(abi.encodeWithSelector(IRootRegistry.EpochIsFinal.selector, next), proposer);
        registry.veto(next);
        post();
        vm.prank(proposer);
        registry.veto(2); // void already: those after the final one are not spared by it
        assertTrue(registry.isFinal(next));
        assertFalse(registry.epochOf(next + 1).isVoid == false);
    }

    function test_veto_reverts() public {
        post();
        _expect(abi.encodeWithSelector(IRootRegistry.NotVetoer.selector), pauser);
        registry.veto(1);
        _expect(abi.encodeWithSelector(IRootRegistry.EpochUnknown.selector, 2), guardian);
        registry.veto(2);
        _expect(abi.encodeWithSelector(IRootRegistry.EpochUnknown.selector, 0), guardian);
        registry.veto(0);
    }

    function test_lockClaims_lastsUntilThreeDaysAfterUnlocking() public {
        assertEq(registry.claimsFrom(alice), 0);
        vm.startPrank(alice);
        registry.unlockClaims();
        assertEq(registry.claimsFrom(alice), 0);
        vm.expectEmit(address(registry));
        emit IRootRegistry.ClaimsLocked(alice);
        registry.lockClaims();
        assertEq(registry.claimsFrom(alice), type(uint256).max);
        uint256 from = block.timestamp + 3 days;
        vm.expectEmit(address(registry));
        emit IRootRegistry.ClaimsUnlocked(alice, from);
        registry.unlockClaims();
        assertEq(registry.claimsFrom(alice), from);
        skip(1 days);
        registry.unlockClaims();
        assertEq(registry.claimsFrom(alice), from);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.ClaimsAreLocked.selector, from));
        registry.granted(address(vault), alice, address(dr), noProof());
        vm.warp(from);
        assertEq(registry.granted(address(vault), alice, address(dr), noProof()), 0);
        assertEq(registry.claimsFrom(bob), 0);
    }

    function test_setAttesterAndWitness_areTheTimelocksAlone() public {
        vm.startPrank(address(timelock));
        vm.expectEmit(address(registry));
        emit IRootRegistry.AttesterSet(attester, alice);
        registry.setAttester(alice);
        vm.expectEmit(address(registry));
        emit IRootRegistry.WitnessSet(witness, bob);
        registry.setWitness(bob);
        assertEq(registry.attester(), alice);
        assertEq(registry.witness(), bob);
        address[4] memory taken = [address(timelock), proposer, guardian, bob];
        for (uint256 i = 0; i < taken.length; ++i) {
            vm.expectRevert(IRootRegistry.RolesNotDistinct.selector);
            registry.setAttester(taken[i]);
            vm.expectRevert(IRootRegistry.RolesNotDistinct.selector);
            registry.setWitness(taken[i] == bob ? alice : taken[i]);
        }
        vm.expectRevert(IRootRegistry.ZeroValue.selector);
        registry.setAttester(address(0));
        vm.expectRevert(IRootRegistry.ZeroValue.selector);
        registry.setWitness(address(0));
        vm.stopPrank();
        _expect(abi.encodeWithSelector(IRootRegistry.NotAdmin.selector), proposer);
        registry.setAttester(stranger);
        _expect(abi.encodeWithSelector(IRootRegistry.NotAdmin.selector), proposer);
        registry.setWitness(stranger);
    }

    function test_mostEarned_isWhatCameWithoutDeposits() public {
        usdt.transfer(address(nodeVault), 100e18);
        assertEq(registry.mostEarned(address(nodeVault), address(usdt)), 100e18);
        depositFor(alice, IERC20(address(usdt)), 40e18);
        assertEq(registry.mostEarned(address(nodeVault), address(usdt)), 100e18);
        claim(alice, nodeVault, IERC20(address(usdt)), 40e18, noProof());
        assertEq(registry.mostEarned(address(nodeVault), address(usdt)), 100e18);
        // a token that takes the vault's money away makes no post fail
        depositFor(alice, IERC20(address(usdt)), 40e18);
        vm.startPrank(address(nodeVault));
        usdt.transfer(bob, usdt.balanceOf(address(nodeVault)));
        assertEq(registry.mostEarned(address(nodeVault), address(usdt)), 0);
    }

    function test_isVault_knowsTheThree() public view {
        assertTrue(registry.isVault(address(vault)));
        assertTrue(registry.isVault(address(deflationVault)));
        assertTrue(registry.isVault(address(nodeVault)));
        assertFalse(registry.isVault(address(registry)));
        assertFalse(registry.isVault(address(0)));
    }

    function _expect(bytes memory reason, address caller) private {
        vm.expectRevert(reason);
        vm.prank(caller);
    }

    /// @dev Vaults of a registry that is deployed next.
    function _newVaults(IERC20 lastPays) private returns (WithdrawalVault[3] memory vaults) {
        RootRegistry kept = registry;
        registry = RootRegistry(vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 3));
        for (uint256 i = 0; i < 3; ++i) {
            IWithdrawalVault.Setup memory setup = setupOf(i, i == 2 ? address(rights) : address(0));
            if (i == 2) setup.usdt = lastPays;
            vaults[i] = newVault(setup, defaultCaps());
        }
        registry = kept;
    }

    function _newRegistry(address admin, address attester_, address witness_) private returns (RootRegistry) {
        WithdrawalVault[3] memory vaults = _newVaults(IERC20(address(usdt)));
        return new RootRegistry(admin, attester_, witness_, vaults[0], vaults[1], vaults[2]);
    }
}
